import { pathToFileURL } from 'node:url';

import { formatSms } from '#server/answers/format-sms.ts';
import { measureSms } from '#server/answers/gsm7.ts';

import { realisticAnswers } from './answers-realistic.ts';

const ANSWERS = 1000;
const ROUNDS = 5;

/**
 * What 1,000 realistic answers become: how many keep to 3 segments, how many whose language is written in Latin letters
 * are GSM-7, what they cost in segments, and how long formatting takes. Times are in microseconds, the best of 5 rounds.
 */
export async function run(): Promise<Record<string, number | string>> {
  const answers = realisticAnswers(ANSWERS);
  const sent = answers.map(({ raw, isCutOff, language }) => ({ language, text: formatSms(raw, { isCutOff }) }));
  const texts = sent.flatMap(({ language, text }) => (text ? [{ language, ...text }] : []));
  const latin = texts.filter(({ language }) => language !== 'other');
  const segments = texts.reduce((sum, text) => sum + text.segments, 0);
  const microseconds = Array.from({ length: ROUNDS }, () => timed(answers));
  return {
    answers: ANSWERS,
    blank: ANSWERS - texts.length,
    'within 3 segments': texts.filter((text) => text.segments <= 3).length,
    'within 400 characters': texts.filter((text) => text.body.length <= 400).length,
    'in a Latin script': latin.length,
    'of these GSM-7': latin.filter((text) => text.encoding === 'gsm7').length,
    'mean segments': round(segments / texts.length),
    'mean characters': round(texts.reduce((sum, text) => sum + text.body.length, 0) / texts.length),
    'mean segments unformatted': round(answers.reduce((sum, { raw }) => sum + unformattedSegments(raw), 0) / ANSWERS),
    'microseconds per answer': round(Math.min(...microseconds)),
  };
}

function timed(answers: readonly { readonly raw: string; readonly isCutOff: boolean }[]): number {
  const start = process.hrtime.bigint();
  for (const { raw, isCutOff } of answers) formatSms(raw, { isCutOff });
  return Number(process.hrtime.bigint() - start) / 1000 / answers.length;
}

/** What the carrier would bill for the model's own words: nearly all of them are UCS-2. */
function unformattedSegments(raw: string): number {
  return measureSms(raw).segments;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(await run(), null, 2));
}
