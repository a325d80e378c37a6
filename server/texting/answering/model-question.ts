import type { Question } from '#server/answers/question.ts';
import { timeZoneOfAreaCode } from '#server/answers/us-time-zones.ts';
import { knownPlace } from '#server/places/places.ts';

/** The model's time for a text: the last 10 of 120 s are for the apology, so that it is in time itself. */
export function modelBudgetMs(timeLeftMs: number, deadlineMs: number): number {
  return timeLeftMs - deadlineMs / 12;
}

/** Who asks, from where, and for how long. */
type Asker = Pick<Question, 'home' | 'language' | 'budgetMs'> & { readonly sender: string };

/** What is asked for a text: with the clock of the home place, else that of the area code. */
export function questionOf(
  said: Pick<Question, 'body' | 'earlier' | 'wantsMore'>,
  { sender, home, language, budgetMs }: Asker,
): Question {
  const timeZone = (home && knownPlace(home)?.timeZone) ?? timeZoneOfAreaCode(sender);
  return { ...said, costCenter: 'model', retries: 'until_deadline', home, language, timeZone, budgetMs };
}
