import { arithmetic } from './arithmetic.ts';
import { clockQuestions } from './clock.ts';
import { dateQuestions } from './dates.ts';
import { daylightSaving } from './daylight-saving.ts';
import { definitions, plainWhatIs } from './definitions.ts';
import { geography } from './geography.ts';
import { percentages } from './percent.ts';
import { printedSamples } from './printed-samples.ts';
import type { Question } from './question.ts';
import type { OfflineAnswer, Skill } from './skill.ts';
import { inSpanish, looksSpanish, NO_WEB_IN_SPANISH } from './spanish.ts';
import { unitConversion } from './units.ts';
import { correctKeywords, plainWords } from './words.ts';

/** In the order in which they are tried: the more specific a skill, the earlier. */
const skills: readonly Skill[] = [
  inSpanish,
  percentages,
  unitConversion,
  arithmetic,
  daylightSaving,
  dateQuestions,
  clockQuestions,
  geography,
  definitions,
  plainWhatIs,
  printedSamples,
];

/** The answer when a question needs the web or is not understood. */
const NO_WEB =
  'This is the sandbox model: it has no web, so it cannot answer that. It can do sums, units, definitions, times in cities, and facts of countries and US states. For real answers set PERPLEXITY_API_KEY.';

/** Answers questions that need no web, typing errors included; otherwise says that it cannot. */
export async function answerOffline(question: Question): Promise<OfflineAnswer> {
  const url = `https://sandbox.example/?q=${encodeURIComponent(question.text)}`;
  return (
    (await tryOffline(question)) ?? {
      text: looksSpanish(question.text) ? NO_WEB_IN_SPANISH : NO_WEB,
      source: { title: 'Sandbox', url },
    }
  );
}

/** The same. @returns null for a question that needs the web, or that is not understood */
export async function tryOffline(question: Question): Promise<OfflineAnswer | null> {
  const words = plainWords(question.text);
  for (const reading of new Set([words, correctKeywords(words)])) {
    for (const skill of skills) {
      const answer = await skill(reading, question);
      if (answer) return answer;
    }
  }
  return null;
}
