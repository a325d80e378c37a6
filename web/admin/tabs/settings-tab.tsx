import { useQueryClient } from '@tanstack/react-query';

import { adminCopy } from '#contract/admin-copy.ts';
import { FeaturesReply, ToggleReply, type AdminFeature } from '#contract/admin.ts';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { useAdmin, useAdminQuery } from '../admin-calls.ts';
import { NotRefreshed } from '../not-refreshed.tsx';
import { systemCopy } from '../system-copy.ts';
import { useAction } from '../use-action.ts';
import { AuditCard } from './audit-card.tsx';
import { Switch } from './switch.tsx';

const copy = systemCopy.settingsTab;
const features: readonly AdminFeature[] = ['logging', 'performance', 'dbFallback'];

/** The feature toggles, which apply to all processes, and the audit log. */
export function SettingsTab() {
  const query = useAdminQuery(['features'], '/api/admin/features', FeaturesReply);
  // All toggles are on until the server says otherwise (docs/reference/specification.md#admin-area).
  const { data = { logging: true, performance: true, dbFallback: true }, isError } = query;
  return (
    <div className="grid items-start gap-5 md:gap-6 lg:grid-cols-2">
      <Card title={copy.features}>
        <NotRefreshed query={query} />
        {query.data === undefined && isError ? (
          <Alert>{copy.couldNotLoad}</Alert>
        ) : (
          <ul className="divide-y divide-hairline">
            {features.map((feature) => (
              <li key={feature} className="py-4 first:pt-0 last:pb-0">
                <FeatureSwitch feature={feature} isOn={data[feature]} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <AuditCard />
    </div>
  );
}

type FeatureSwitchProps = {
  readonly feature: AdminFeature;
  readonly isOn: boolean;
};

/** A toggle that changes only after the server has confirmed it. */
function FeatureSwitch({ feature, isOn }: FeatureSwitchProps) {
  const label = copy.labels[feature];
  const { ask } = useAdmin();
  const client = useQueryClient();
  const { isPending, failure, submit } = useAction(
    async (enabled: boolean) => {
      const body = { feature, enabled };
      await ask('/api/admin/monitoring/toggle', { reads: ToggleReply, body });
      client.setQueryData<FeaturesReply>(['features'], (known) => known && { ...known, [feature]: enabled });
    },
    { title: adminCopy.toggleErrorTitle, fallback: copy.couldNotSwitch(label) },
  );
  return (
    <SubmitArea failure={failure} isPending={isPending}>
      <Switch
        label={label}
        hint={copy.hints[feature]}
        isOn={isOn}
        isPending={isPending}
        onSwitch={(enabled) => void submit(enabled)}
      />
    </SubmitArea>
  );
}
