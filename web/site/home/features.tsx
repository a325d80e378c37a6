import { Section } from '../../ui/section.tsx';

/** The two things that set the service apart, and the one that it does not do. */
export function Features() {
  return (
    <Section id="features" title="Service Features" isTinted>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        <div>
          <h3 className="text-xl">No Internet Required</h3>
          <p className="mt-3 max-w-[50ch]">
            It works wherever a text gets through: on a flip phone, on the plainest plan, with data switched off. There
            is nothing to install and nothing to scroll.
          </p>
        </div>
        <div>
          <h3 className="text-xl">AI-Powered Results</h3>
          <p className="mt-3 max-w-[50ch]">
            An AI search model looks at the web as it is right now and writes four or five plain sentences. No links to
            chase, no ads, no feed.
          </p>
        </div>
      </div>
      <p className="mt-10 max-w-[62ch] border-t border-brand/25 pt-6 text-muted">
        What you ask stays yours: questions and answers are never stored. We keep your account details and a count.
      </p>
    </Section>
  );
}
