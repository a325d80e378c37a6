import type { MigrationStage } from '#contract/admin.ts';

import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';

const stages: readonly (readonly [MigrationStage, string])[] = [
  ['pre', 'Everybody logs in with a password of our own database.'],
  ['during', 'Both work. Who logs in is moved on the spot, the batches move the others.'],
  ['post', 'Everybody logs in through the external identity service.'],
];

/** Which of the three stages this installation is in; `IDENTITY_STAGE` sets it. */
export function MigrationStages({ stage: current }: { stage: MigrationStage }) {
  return (
    <Card title="Stage">
      <ol className="divide-y divide-hairline">
        {stages.map(([stage, text]) => (
          <li key={stage} aria-current={stage === current ? 'step' : undefined} className="py-3 first:pt-0 last:pb-0">
            <p className="flex min-h-8 items-center gap-3">
              <span className={stage === current ? 'font-semibold' : 'text-muted'}>{stage}</span>
              {stage === current && <Chip tone="good">Now</Chip>}
            </p>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
