import { brand } from '#contract/brand.ts';

import { PrivatePage } from '../account/private-page.tsx';
import type { PageMeta } from '../lib/page.ts';
import { Spinner } from '../ui/spinner.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import { Dashboard } from './dashboard.tsx';
import { useReadAhead } from './use-read-ahead.ts';

export const meta: PageMeta = {
  title: `Dashboard · ${brand.name}`,
  description: `Your ${brand.name} plan, your phone and the number to text.`,
};

/** Everything about one's own account. */
export function Page() {
  useReadAhead();
  return <PrivatePage waiting={<Waiting />}>{(user) => <Dashboard user={user} waiting={<Waiting />} />}</PrivatePage>;
}

/** High enough to keep the footer out of sight, so that nothing jumps when the cards come. */
function Waiting() {
  return (
    <div className="wrap min-h-[60rem] pt-10 md:pt-14">
      <DashboardHead />
      <Spinner label="Loading your account" className="mt-24" />
    </div>
  );
}
