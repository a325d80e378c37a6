import { brand } from '#contract/brand.ts';

import type { PageMeta } from '../lib/page.ts';
import { Closing } from './home/closing.tsx';
import { Demo } from './home/demo.tsx';
import { Features } from './home/features.tsx';
import { Hero } from './home/hero.tsx';
import { HowItWorks } from './home/how-it-works.tsx';
import { Pricing } from './home/pricing.tsx';
import { ScreenTime } from './home/screen-time.tsx';

export const meta: PageMeta = {
  title: `${brand.name}: answers by text, no screen needed`,
  description: `Text a question from any basic phone and get a short, clear answer in seconds. No internet, no apps, no browsing. From $3 a month.`,
};

/** The front door: what it is, that it works, what it costs. */
export function Page() {
  return (
    <>
      <Hero />
      <HowItWorks />
      <Features />
      <ScreenTime />
      <Demo />
      <Pricing />
      <Closing />
    </>
  );
}
