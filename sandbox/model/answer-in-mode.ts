import * as z from 'zod';

import { answerFollowUp, type Exchange } from './follow-up.ts';
import { readQuestion } from './question.ts';
import { roughAnswer } from './rough-answers.ts';

/** How an answer model answers; settings that `PUT /sandbox/{perplexity,openai}/settings` changes at run time. */
export const Behavior = z.strictObject({
  /**
   * `offline`: real answers to questions that need no web. `echo`: the question's own words, immediately.
   * `backwards`: the question spelled backwards, so that an answer shares no word with its question; in a conversation
   * followed by "after" and the question that it began with, spelled backwards too.
   * `rough`: an answer in the style of a web model, with markdown, citations, links and typographic characters, always
   * the same for the same question.
   */
  mode: z.enum(['offline', 'echo', 'backwards', 'rough']),
});
export type Behavior = z.infer<typeof Behavior>;

/** An answer's words, and the page that they are said to come from. */
export type Answer = { readonly text: string; readonly source: { readonly title: string; readonly url: string } };

/** The last user turn of a request, the first one with the answer before the last, and the city of the person. */
export type Turns = { readonly input: string; readonly before: Exchange | null; readonly city: string | null };

/** Answers the last user turn of a request. */
export function answerInMode({ input, before, city }: Turns, { mode }: Behavior): Answer {
  const question = readQuestion(input);
  const source = { title: 'Sandbox', url: 'https://sandbox.example/' };
  if (mode === 'echo') return { text: `You asked: ${question}`, source };
  if (mode === 'backwards') {
    const asked = [question, ...(before ? [readQuestion(before.question)] : [])];
    return { text: asked.map((words) => Array.from(words).reverse().join('')).join(' after '), source };
  }
  if (mode === 'rough') return { text: roughAnswer(question), source };
  return answerFollowUp(question, before && { ...before, question: readQuestion(before.question) }, city);
}
