import { brand } from '#contract/brand.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta: PageMeta = {
  title: `About us · ${brand.name}`,
  description: `Why ${brand.name} exists: the answers of the internet for people who would rather not carry the internet.`,
};

const principles = [
  {
    title: 'Answer, then get out of the way',
    text: 'A good answer ends the search. We have no feed, no streaks and no reason to keep you here.',
  },
  {
    title: 'Know as little as possible',
    text: 'We keep your name, email, phone number, and a count. What you ask passes through and it’s gone.',
  },
  {
    title: 'Keep it cheap and say the price',
    text: 'Two plans, full price up front, cancel online in a minute. You’re our customer, not our audience.',
  },
  {
    title: 'Work on any phone',
    text: 'If it can text, it can ask, even a ten-year-old flip phone in a valley with no data.',
  },
] as const;

/** The company and its principles. */
export function Page() {
  return (
    <div className="wrap pt-12 md:pt-20">
      <h1 className="text-3xl">
        <span className="block">Less phone.</span> <span className="block">All the answers.</span>
      </h1>
      <div className="mt-8 max-w-[62ch] space-y-5 text-lg text-muted">
        <p>
          {brand.name} started with a simple wish: to leave the smartphone at home. We could still call and text. What
          we missed was the small stuff. When does the pharmacy close? Will it freeze tonight? How long do you boil an
          egg?
        </p>
        <p>
          None of that takes a screen full of results, just one short, honest answer. So we set up a number you can text
          and put an AI search model behind it. It reads the web so you don’t have to.
        </p>
      </div>
      <h2 className="mt-16 text-2xl">What we stand for</h2>
      <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
        {principles.map(({ title, text }) => (
          <li key={title} className="border-t border-hairline pt-5">
            <h3 className="text-lg">{title}</h3>
            <p className="mt-2 max-w-[46ch] text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="join-title" className="mt-20 rounded-lg bg-tint p-8 md:p-12">
        <h2 id="join-title" className="text-2xl">
          Ask your first question today
        </h2>
        <p className="mt-3 max-w-[52ch] text-muted">
          Setup takes two minutes. Just looking? The <TextLink to="/#demo">demo</TextLink> is free.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/signup">Sign Up</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact Us
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
