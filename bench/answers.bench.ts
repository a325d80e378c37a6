import { brand } from '#contract/brand.ts';
import { asksFor } from '#server/answers/asks-for.ts';
import { formatSms } from '#server/answers/format-sms.ts';
import { measureSms } from '#server/answers/gsm7.ts';

import { type RealisticAnswer, realisticAnswers } from './answers-realistic.ts';
import type { Bench } from './measure.ts';

const ANSWERS = 1000;
const ROUNDS = 5;

/**
 * Formats 1,000 realistic answers: how many fit into 3 segments, how many in a Latin script are GSM-7, their cost in
 * segments, and the formatting time (best of 5 rounds).
 */
export const bench: Bench = () => {
  const answers = realisticAnswers(ANSWERS);
  const sent = answers.map((answer) => ({ language: answer.language, text: formatted(answer) }));
  const texts = sent.flatMap(({ language, text }) => (text.body === null ? [] : [{ language, ...text }]));
  const latin = texts.filter(({ language }) => language !== 'other');
  const segments = texts.reduce((sum, text) => sum + text.segments, 0);
  const characters = texts.reduce((sum, text) => sum + text.body.length, 0);
  const unformatted = answers.reduce((sum, { raw }) => sum + measureSms(raw).segments, 0);
  const microseconds = Math.min(...Array.from({ length: ROUNDS }, () => timed(answers)));
  const all = { unit: 'answers', atLeast: ANSWERS } as const;
  return Promise.resolve([
    { what: 'not blank', value: texts.length, ...all },
    { what: 'within 3 segments', value: texts.filter((text) => text.segments <= 3).length, ...all },
    { what: 'within 400 characters', value: texts.filter((text) => text.body.length <= 400).length, ...all },
    { what: 'in a Latin script', value: latin.length, unit: 'answers' },
    {
      what: 'of these GSM-7',
      value: latin.filter((text) => text.encoding === 'gsm7').length,
      unit: 'answers',
      atLeast: latin.length,
    },
    { what: 'mean segments', value: segments / texts.length, unit: 'segments' },
    { what: 'mean characters', value: characters / texts.length, unit: 'characters' },
    { what: 'mean segments unformatted', value: unformatted / ANSWERS, unit: 'segments' },
    { what: 'time per answer', value: microseconds, unit: 'microseconds' },
  ]);
};

function formatted({ raw, question, isCutOff }: RealisticAnswer) {
  return formatSms(raw, { isCutOff, asks: asksFor(question, brand.name) });
}

function timed(answers: readonly RealisticAnswer[]): number {
  const start = process.hrtime.bigint();
  for (const answer of answers) formatted(answer);
  return Number(process.hrtime.bigint() - start) / 1000 / answers.length;
}
