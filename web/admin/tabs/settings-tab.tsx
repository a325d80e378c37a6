import { useQuery, useQueryClient } from '@tanstack/react-query';

import { adminCopy } from '#contract/admin-copy.ts';
import { FeaturesReply, ToggleReply, type AdminFeature } from '#contract/admin.ts';
import { Card } from '#web/ui/card.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { useAdmin } from '../admin-calls.ts';
import { useAction } from '../use-action.ts';
import { AuditCard } from './audit-card.tsx';
import { Switch } from './switch.tsx';

const features: readonly { readonly id: AdminFeature; readonly label: string; readonly hint: string }[] = [
  { id: 'logging', label: 'Logging', hint: 'The log of requests. Security events are written in any case.' },
  { id: 'performance', label: 'Performance', hint: 'How long requests and calls to third parties take.' },
  { id: 'dbFallback', label: 'Database fallback', hint: 'New work may wait in a journal while the database is away.' },
];

/** The feature toggles, which apply to all processes, and the audit log. */
export function SettingsTab() {
  const { ask, refreshMs } = useAdmin();
  // All toggles are on until the server says otherwise (docs/reference/specification.md#admin-area).
  const { data = { logging: true, performance: true, dbFallback: true } } = useQuery({
    queryKey: ['features'],
    queryFn: () => ask('/api/admin/features', { reads: FeaturesReply }),
    refetchInterval: refreshMs,
  });
  return (
    <div className="grid items-start gap-5 md:gap-6 lg:grid-cols-2">
      <Card title="Features">
        <ul className="divide-y divide-hairline">
          {features.map(({ id, label, hint }) => (
            <li key={id} className="py-4 first:pt-0 last:pb-0">
              <FeatureSwitch feature={id} label={label} hint={hint} isOn={data[id]} />
            </li>
          ))}
        </ul>
      </Card>
      <AuditCard />
    </div>
  );
}

type FeatureSwitchProps = {
  readonly feature: AdminFeature;
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
};

/** A toggle that changes only after the server has confirmed it. */
function FeatureSwitch({ feature, label, hint, isOn }: FeatureSwitchProps) {
  const { ask } = useAdmin();
  const client = useQueryClient();
  const { isPending, failure, submit } = useAction(
    async (enabled: boolean) => {
      const body = { feature, enabled };
      await ask('/api/admin/monitoring/toggle', { reads: ToggleReply, body });
      client.setQueryData<FeaturesReply>(['features'], (known) => known && { ...known, [feature]: enabled });
    },
    { title: adminCopy.toggleErrorTitle, fallback: `${label} could not be switched.` },
  );
  return (
    <SubmitArea failure={failure} isPending={isPending}>
      <Switch
        label={label}
        hint={hint}
        isOn={isOn}
        isPending={isPending}
        onSwitch={(enabled) => void submit(enabled)}
      />
    </SubmitArea>
  );
}
