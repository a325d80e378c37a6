import type { Db } from '#server/db/client.ts';

/** Whether follow-ups are turned on for the account. @throws when there is no such account */
export async function readMemory(db: Db, userId: string): Promise<boolean> {
  const { has_memory: isOn } = await db
    .selectFrom('users')
    .select('has_memory')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return isOn;
}

export async function setMemory(db: Db, userId: string, isOn: boolean): Promise<void> {
  await db.updateTable('users').set({ has_memory: isOn }).where('id', '=', userId).execute();
}
