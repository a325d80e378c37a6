import { Link } from 'react-router';

import type { PageMeta } from '#web/lib/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';

import * as copy from './home-copy.ts';
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
  title: copy.pageTitle,
  description: copy.pageDescription,
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
    <div className="wrap grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-10 pt-10 pb-8 md:grid-cols-[1fr_auto] md:pt-12 md:pb-12">
      <div>
        <h1 className="text-3xl wrap-anywhere">
          <span className="block">{copy.heroTitle}</span> <span className="block">{copy.heroTitleEnd}</span>
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">{copy.heroLead}</p>
        <p className="mt-4 max-w-72 font-semibold md:max-w-none">{copy.heroPrice}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/#pricing" size="lg">
            {copy.seePlans}
          </ButtonLink>
          <ButtonLink to="/#demo" variant="secondary" size="lg">
            {copy.tryDemo}
          </ButtonLink>
        </div>
        <p className="mt-6 text-sm text-muted">
          {copy.usOnly}{' '}
          <Link to="/faq" className="font-medium text-brand underline">
            {copy.availability}
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
    <Section id="features" title={copy.featuresTitle} isTinted>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        <div>
          <h3 className="text-xl">{copy.featuresText}</h3>
          <p className="mt-3 max-w-[50ch]">{copy.featuresTextWorks}</p>
        </div>
        <div>
          <h3 className="text-xl">{copy.featuresModel}</h3>
          <p className="mt-3 max-w-[50ch]">{copy.featuresModelWorks}</p>
        </div>
      </div>
      <p className="mt-10 border-t border-brand/25 pt-6 text-muted md:pr-[45%]">{copy.featuresPrivacy}</p>
    </Section>
  );
}

/** The closing call to action. */
function Closing() {
  return (
    <div className="wrap">
      <section aria-labelledby="closing-title" className="rounded-lg bg-tint px-6 py-16 text-center md:py-20">
        <h2 id="closing-title" className="mx-auto max-w-[18ch] text-2xl">
          {copy.closingTitle}
        </h2>
        <ButtonLink to="/signup" size="lg" className="mt-8">
          {copy.closingStart}
        </ButtonLink>
      </section>
    </div>
  );
}
