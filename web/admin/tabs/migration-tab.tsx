import { useState, type ReactNode } from 'react';

import { adminCopy } from '#contract/admin-copy.ts';
import {
  type MonitoringReply,
  type UserMigrationView,
  type MigrationStage,
  MigrateUsersReply,
  SetupGroupsReply,
} from '#contract/admin.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { useAdmin } from '../admin-calls.ts';
import { CardGrid } from '../card-grid.tsx';
import { useDeskNavigation } from '../desk/navigation.ts';
import { RowLink } from '../desk/row-link.tsx';
import { Facts } from '../facts.tsx';
import { formatCount } from '../format.ts';
import { MonitoredFigures } from '../monitored.tsx';
import { systemCopy } from '../system-copy.ts';
import { useAction } from '../use-action.ts';

const copy = systemCopy.migrationTab;

/** The migration of accounts to the external identity service. */
export function MigrationTab() {
  return (
    <MonitoredFigures unread={showStages}>
      {({ userMigration }) => (
        <CardGrid>
          <ProgressCard migration={userMigration} />
          <div className="grid gap-5 md:gap-6">
            <MigrationStages stage={userMigration.stage} />
            <GroupsCard migration={userMigration} />
          </div>
        </CardGrid>
      )}
    </MonitoredFigures>
  );
}

/** The stage is a setting, known without the database. */
function showStages({ userMigration }: MonitoringReply): ReactNode {
  return <MigrationStages stage={userMigration.stage} />;
}

const batches = [1, 10] as const;

function ProgressCard({ migration }: { migration: UserMigrationView }) {
  const { totalUsers, migratedUsers, pendingUsers, migrationProgress, failedMigrations } = migration;
  const { lastMigratedUser, lastMigrationTime } = migration;
  const { isPending, failure, submit, batch } = useMigrate();
  const { openFailures } = useDeskNavigation();
  return (
    <Card title={copy.progress}>
      <p className="text-2xl font-semibold tabular-nums">{copy.percent(migrationProgress)}</p>
      <progress aria-label={copy.percentMigrated} value={migrationProgress} max={100} className="meter mt-2" />
      <div className="mt-3">
        <Facts
          facts={[
            [copy.totalUsers, formatCount(totalUsers)],
            [copy.migratedUsers, formatCount(migratedUsers)],
            [copy.pendingUsers, formatCount(pendingUsers)],
            [
              copy.failedMigrations,
              failedMigrations === 0 ? (
                '0'
              ) : (
                <RowLink onClick={() => openFailures('migrations', 'year')}>{formatCount(failedMigrations)}</RowLink>
              ),
            ],
            [copy.lastMigratedUser, lastMigratedUser],
            [copy.lastMigration, lastMigrationTime && formatMoment(lastMigrationTime)],
          ]}
        />
      </div>
      <div className="mt-5">
        <SubmitArea failure={failure} isPending={isPending}>
          <div className="flex flex-wrap gap-3">
            {batches.map((size) => (
              <Button
                key={size}
                variant={size === 1 ? 'secondary' : 'primary'}
                disabled={pendingUsers === 0}
                isPending={isPending && batch === size}
                onClick={() => void submit(size)}
              >
                {isPending && batch === size ? copy.migrating : copy.migrate(size)}
              </Button>
            ))}
          </div>
        </SubmitArea>
      </div>
    </Card>
  );
}

function GroupsCard({ migration }: { migration: UserMigrationView }) {
  const { groupsCreated, groupsCount } = migration;
  const { isPending, failure, submit } = useSetUpGroups();
  return (
    <Card
      title={copy.groups}
      corner={<Chip tone={groupsCreated ? 'good' : 'neutral'}>{groupsCreated ? copy.created : copy.notCreated}</Chip>}
    >
      <p className="text-muted">{copy.groupsAbout(groupsCount)}</p>
      <div className="mt-5">
        <SubmitArea failure={failure} isPending={isPending}>
          <Button
            variant="secondary"
            disabled={groupsCreated}
            isPending={isPending}
            onClick={() => void submit(undefined)}
          >
            {isPending ? copy.settingUp : copy.setupGroups}
          </Button>
        </SubmitArea>
      </div>
    </Card>
  );
}

const stages: readonly MigrationStage[] = ['pre', 'during', 'post'];

/** The migration stage of this installation, set by `IDENTITY_STAGE`. */
function MigrationStages({ stage: current }: { stage: MigrationStage }) {
  return (
    <Card title={copy.stage}>
      <ol className="divide-y divide-hairline">
        {stages.map((stage) => (
          <li key={stage} aria-current={stage === current ? 'step' : undefined} className="py-3 first:pt-0 last:pb-0">
            <p className="flex min-h-8 items-center gap-3">
              <span className={stage === current ? 'font-semibold' : 'text-muted'}>{stage}</span>
              {stage === current && <Chip tone="good">{copy.now}</Chip>}
            </p>
            <p className="text-sm text-muted">{copy.stages[stage]}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Migrates one user or ten; `batch` is the size of the current batch. */
function useMigrate() {
  const { ask } = useAdmin();
  const [batch, setBatch] = useState<1 | 10>(1);
  const action = useAction(
    async (limit: 1 | 10) => {
      setBatch(limit);
      const body = { limit };
      const { migrated, failed } = await ask('/api/admin/cognito/migrate-users', { reads: MigrateUsersReply, body });
      addToast({
        title: adminCopy.batchProcessed,
        description: copy.batchOutcome(migrated, failed),
        tone: failed > 0 ? 'danger' : 'neutral',
      });
    },
    { title: adminCopy.migrationErrorTitle, fallback: adminCopy.migrationError },
  );
  return { ...action, batch };
}

/** Creates the groups of the identity service. */
function useSetUpGroups() {
  const { ask } = useAdmin();
  const failure = { title: adminCopy.setupErrorTitle, fallback: copy.couldNotSetUp };
  return useAction<void>(async () => {
    const { message } = await ask('/api/admin/cognito/setup-groups', { reads: SetupGroupsReply, body: {} });
    addToast({ title: adminCopy.setupDone, description: message });
  }, failure);
}
