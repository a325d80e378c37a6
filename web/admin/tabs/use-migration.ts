import { useState } from 'react';

import { adminWords } from '#contract/admin-words.ts';
import { MigrateUsersReply, SetupGroupsReply } from '#contract/admin.ts';

import { addToast } from '../../lib/toast-store.ts';
import { useAdmin } from '../admin-calls.ts';
import { useAction } from '../use-action.ts';

/** Moves one user or ten; `batch` is the size of the one that runs. */
export function useMigrate() {
  const { ask } = useAdmin();
  const [batch, setBatch] = useState<1 | 10>(1);
  const action = useAction(
    async (limit: 1 | 10) => {
      setBatch(limit);
      const body = { limit };
      const { migrated, failed } = await ask('/api/admin/cognito/migrate-users', { reads: MigrateUsersReply, body });
      addToast({
        title: adminWords.batchProcessed,
        description: `${migrated} migrated, ${failed} failed.`,
        tone: failed > 0 ? 'danger' : 'neutral',
      });
    },
    { title: adminWords.migrationErrorTitle, fallback: adminWords.migrationError },
  );
  return { ...action, batch };
}

/** Makes the groups of the identity service. */
export function useSetUpGroups() {
  const { ask } = useAdmin();
  const words = { title: adminWords.setupErrorTitle, fallback: 'The groups could not be made.' };
  return useAction<void>(async () => {
    const { message } = await ask('/api/admin/cognito/setup-groups', { reads: SetupGroupsReply, body: {} });
    addToast({ title: adminWords.setupDone, description: message });
  }, words);
}
