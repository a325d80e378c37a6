import { Link } from 'react-router';

import { brand } from '#contract/brand.ts';
import { plans } from '#contract/plans.ts';
import { formatPrice } from '#web/lib/format/format-price.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';

import { Day } from './home/day.tsx';
import type { DemoMessage } from './home/demo-state.ts';
import { Demo } from './home/demo.tsx';
import { HowItWorks } from './home/how-it-works.tsx';
import { PhoneArt } from './home/phone-art.tsx';
import { Pricing } from './home/pricing.tsx';
import { ScreenTime } from './home/screen-time.tsx';
import { useDemo } from './home/use-demo.ts';
import { WhoItsFor } from './home/who-its-for.tsx';
import { Section } from './section.tsx';

export const meta: PageMeta = {
  title: `${brand.name}: answers by text, no smartphone needed`,
  description: `Text any question, even from a flip phone. Get a short, clear answer in seconds. No internet, no apps, no browsing. From ${formatPrice(plans[0].price, 'usd')} a month.`,
};

/** The front page. */
export function Page() {
  const demo = useDemo();
  return (
    <>
      <Hero messages={demo.messages} />
      <Demo demo={demo} />
      <WhoItsFor />
      <HowItWorks />
      <Day />
      <Features />
      <ScreenTime />
      <Pricing />
      <Closing />
    </>
  );
}

/** The headline, the two main links, and a picture of the product. */
function Hero({ messages }: { messages: readonly DemoMessage[] }) {
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-10 pt-10 pb-8 md:grid-cols-[1.25fr_1fr] md:pt-12 md:pb-12">
      <div>
        <h1 className="text-3xl wrap-anywhere">
          <span className="block">Answers by text.</span> <span className="block">No smartphone needed.</span>
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">
          Text any question, even from a flip phone. Get a short, clear answer in seconds. No internet, no apps, no
          browsing.
        </p>
        <p className="mt-4 font-semibold">
          {formatPrice(plans[0].price, plans[0].currency)} a month. Cancel anytime online. Answers in 2 to 8 seconds.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/#pricing" size="lg">
            See Plans
          </ButtonLink>
          <ButtonLink to="/#demo" variant="secondary" size="lg">
            Try Demo
          </ButtonLink>
        </div>
        <p className="mt-6 text-sm text-muted">
          US phone numbers only. Outside the US? See{' '}
          <Link to="/faq" className="font-medium text-brand underline">
            international availability
          </Link>
          .
        </p>
      </div>
      <PhoneArt messages={messages} />
    </div>
  );
}

/** The main features and privacy. */
function Features() {
  return (
    <Section id="features" title="Service Features" isTinted>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        <div>
          <h3 className="text-xl">No Internet Required</h3>
          <p className="mt-3 max-w-[50ch]">
            If a text gets through, {brand.name} works: on a flip phone, on a talk-and-text plan, with data turned off.
            Nothing to install. Nothing to scroll.
          </p>
        </div>
        <div>
          <h3 className="text-xl">AI-Powered Results</h3>
          <p className="mt-3 max-w-[50ch]">
            An AI search model checks the live web and writes back four or five plain sentences. No links to chase, no
            ads, no feed.
          </p>
        </div>
      </div>
      <p className="mt-10 max-w-[62ch] border-t border-brand/25 pt-6 text-muted">
        What you ask stays private. We never store your questions or answers, only your account details and how many
        you’ve asked.
      </p>
    </Section>
  );
}

/** The closing call to action. */
function Closing() {
  return (
    <div className="wrap">
      <section aria-labelledby="closing-title" className="rounded-lg bg-tint px-6 py-16 text-center md:py-20">
        <h2 id="closing-title" className="mx-auto max-w-[18ch] text-2xl">
          Look up less. Live more.
        </h2>
        <ButtonLink to="/signup" size="lg" className="mt-8">
          Get Started
        </ButtonLink>
      </section>
    </div>
  );
}
