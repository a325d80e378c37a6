import fc from 'fast-check';
import { expect, test } from 'vitest';

import { languages } from '#contract/language.ts';
import { formatSms } from '#server/answers/format-sms.ts';
import { measureSms, tollFreeCapacity } from '#server/answers/gsm7.ts';
import { Secret } from '#server/platform/secret.ts';

import { moreHint } from '../rules/replies.ts';
import { withMoreHint } from './answer-to.ts';

const sentence = fc.constantFrom(
  'It rains on Monday in the north.',
  'The main branch is open until nine in the evening, except on holidays.',
  'Call ahead.',
  'El domingo hace sol.',
  'No.',
);
const inChinese = fc.constantFrom('天气晴朗。', '明天下雨。');
const answer = fc
  .oneof(fc.array(sentence, { minLength: 8, maxLength: 24 }), fc.array(inChinese, { minLength: 1, maxLength: 80 }))
  .map((all) => formatSms(all.join(' ')));
const segmentsOf = (body: string) => [measureSms(body).segments, measureSms(body, tollFreeCapacity).segments];

test('the offer of more follows only where something was left out, and never costs a segment', () => {
  let offered = 0;
  const property = fc.property(answer, fc.constantFrom(...languages), (formatted, language) => {
    if (formatted.body === null) return;
    const { body, encoding, segments, isCut } = formatted;
    const reply = withMoreHint({ body: new Secret(body), encoding, segments, isCut }, language);
    const said = reply.body.reveal();
    if (said === body) return;
    offered += 1;
    expect(isCut).toBe(true);
    expect(said).toBe(`${body} ${moreHint[language]}`);
    expect([segmentsOf(said), reply.segments, reply.encoding]).toEqual([segmentsOf(body), segments, encoding]);
  });
  fc.assert(property, { numRuns: 400 });
  expect(offered).toBeGreaterThan(20);
});
