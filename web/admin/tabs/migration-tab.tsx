import type { UserMigrationView } from '#contract/admin.ts';

import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { SubmitArea } from '../../ui/submit-area.tsx';
import { Facts } from '../facts.tsx';
import { formatCount, formatMoment } from '../format.ts';
import { Monitored } from '../monitored.tsx';
import { MigrationStages } from './migration-stages.tsx';
import { useMigrate, useSetUpGroups } from './use-migration.ts';

/** Moving accounts to the external identity service. */
export function MigrationTab() {
  return (
    <Monitored>
      {({ userMigration }) => (
        <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
          <ProgressCard migration={userMigration} />
          <div className="grid gap-5 md:gap-6">
            <MigrationStages stage={userMigration.stage} />
            <GroupsCard migration={userMigration} />
          </div>
        </div>
      )}
    </Monitored>
  );
}

const batches = [1, 10] as const;

function ProgressCard({ migration }: { migration: UserMigrationView }) {
  const { totalUsers, migratedUsers, pendingUsers, migrationProgress, failedMigrations } = migration;
  const { lastMigratedUser, lastMigrationTime } = migration;
  const { isPending, failure, submit, batch } = useMigrate();
  return (
    <Card title="Progress">
      <p className="text-2xl font-semibold tabular-nums">{migrationProgress}%</p>
      <progress aria-label="Users migrated, in percent" value={migrationProgress} max={100} className="meter mt-2" />
      <div className="mt-3">
        <Facts
          facts={[
            ['Total users', formatCount(totalUsers)],
            ['Migrated users', formatCount(migratedUsers)],
            ['Pending users', formatCount(pendingUsers)],
            ['Failed migrations', formatCount(failedMigrations)],
            ['Last migrated user', lastMigratedUser],
            ['Last migration', lastMigrationTime && formatMoment(lastMigrationTime)],
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
                {isPending && batch === size ? 'Migrating…' : `Migrate ${size} ${size === 1 ? 'User' : 'Users'}`}
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
      title="Groups"
      corner={<Chip tone={groupsCreated ? 'good' : 'neutral'}>{groupsCreated ? 'Created' : 'Not created'}</Chip>}
    >
      <p className="text-muted">
        The identity service sorts people into Administrators and Users. {formatCount(groupsCount)} of 2 groups{' '}
        {groupsCount === 1 ? 'exists' : 'exist'}.
      </p>
      <div className="mt-5">
        <SubmitArea failure={failure} isPending={isPending}>
          <Button
            variant="secondary"
            disabled={groupsCreated}
            isPending={isPending}
            onClick={() => void submit(undefined)}
          >
            {isPending ? 'Setting up…' : 'Setup Groups'}
          </Button>
        </SubmitArea>
      </div>
    </Card>
  );
}
