import { Link } from 'react-router';

import { ButtonLink } from '../../ui/button.tsx';
import { PhoneArt } from './phone-art.tsx';

/** The promise, the two ways on, and what it looks like. */
export function Hero() {
  return (
    <div className="wrap grid items-center gap-x-12 gap-y-14 pt-12 pb-8 md:grid-cols-[1.25fr_1fr] md:pt-20 md:pb-12">
      <div>
        <h1 className="text-3xl">
          <span className="block">Answers by text.</span> <span className="block">No screen needed.</span>
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">
          Text a question from the phone in your pocket. A short, clear answer comes back in seconds, with no internet,
          no apps and no browsing.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/#pricing" size="lg">
            See Plans
          </ButtonLink>
          <ButtonLink to="/#demo" variant="secondary" size="lg">
            Try Demo
          </ButtonLink>
        </div>
        <p className="mt-6 text-sm text-muted">
          For US phone numbers. Somewhere else?{' '}
          <Link to="/faq" className="font-medium text-brand underline">
            See international availability
          </Link>
        </p>
      </div>
      <PhoneArt />
    </div>
  );
}
