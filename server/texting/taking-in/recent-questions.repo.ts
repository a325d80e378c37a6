import { type Runner, statement } from '#server/db/statement.ts';

const forgetRows = statement<[], Record<string, never>>(
  'forget_recent_questions',
  `delete from recent_questions where asked_at < now() - interval '1 hour'`,
);

/** Removes what was kept to recognize repeated questions; ten minutes of it are read (sender-facts.repo.ts). */
export async function forgetRecentQuestions(runner: Runner): Promise<void> {
  await forgetRows(runner);
}
