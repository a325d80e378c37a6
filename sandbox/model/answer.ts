import { definitions, plainWhatIs } from './definitions.ts';
import { geography } from './geography.ts';
import { nearby } from './nearby.ts';
import { printedSamples } from './printed-samples.ts';
import type { OfflineAnswer, Skill } from './skill.ts';
import { inSpanish, looksSpanish, NO_WEB_IN_SPANISH } from './spanish.ts';
import { correctKeywords, plainWords } from './words.ts';

/** In the order in which they are tried: the more specific a skill, the earlier. */
const skills: readonly Skill[] = [inSpanish, geography, definitions, plainWhatIs, printedSamples, nearby];

/** The answer when a question needs the web or is not understood. */
const NO_WEB =
  'This is the sandbox model: it has no web, so it cannot answer that. It knows definitions, and facts of countries and US states. For real answers set PERPLEXITY_API_KEY.';

/** Answers questions that need no web, typing errors included; otherwise says that it cannot. */
export function answerOffline(question: string): OfflineAnswer {
  const url = `https://sandbox.example/?q=${encodeURIComponent(question)}`;
  return (
    tryOffline(question) ?? {
      text: looksSpanish(question) ? NO_WEB_IN_SPANISH : NO_WEB,
      source: { title: 'Sandbox', url },
    }
  );
}

/** The same, but returns null for a question that needs the web, or that is not understood. */
export function tryOffline(question: string): OfflineAnswer | null {
  const words = plainWords(question);
  for (const reading of new Set([words, correctKeywords(words)])) {
    for (const skill of skills) {
      const answer = skill(reading);
      if (answer) return answer;
    }
  }
  return null;
}
