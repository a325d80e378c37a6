import { type AnswerProvider, answerProviders } from '#contract/answer-providers.ts';
import { brand } from '#contract/brand.ts';
import { asksFor } from '#server/answers/asks-for.ts';
import { formatSms } from '#server/answers/format-sms.ts';
import { measureSms } from '#server/answers/gsm7.ts';
import { seededRandom } from '#server/testing/seeded-random.ts';

import type { Bench, Measure } from './measure.ts';
import { askLive } from './quality/live.ts';
import { type Asked, questions } from './quality/questions.ts';
import { type Criterion, type Said, scoresOf } from './quality/score.ts';
import { shapes } from './quality/shapes.ts';
import { typings } from './quality/typing.ts';

/** Of the offline run, in which replies are good and only the path to the phone can spoil them. */
const offlineAtLeast = 0.97;

/** What models add although they are asked for four short sentences: more than a text holds. */
const wordy = [
  'It’s worth noting that the details can differ depending on the source, the season and the exact place that you mean.',
  'If you need something more precise, many people find that calling ahead, or asking at a local office, is the most reliable way.',
  'For background, the subject has been covered at length by newspapers, reference works and official sites over the years.',
  'As always, please double-check anything important before you rely on it, since things change.',
];

/** A question as texted, and a provider's reply to it. */
type Reply = { readonly asked: Asked; readonly texted: string; readonly raw: string; readonly isCutOff: boolean };

/**
 * 300 questions as people text them (60, typed in five ways), answered by each provider, formatted as for a phone, and
 * scored by code. Offline the replies are written ones in the shape of each provider: what is measured is what the path to
 * the phone makes of a good reply. With PERPLEXITY_API_KEY or OPENAI_API_KEY set, that provider is asked instead, at a cost
 * of two to six dollars: then the prompt and the model are measured too.
 */
export const bench: Bench = async () => {
  const measures: Measure[] = [];
  for (const provider of answerProviders) {
    const live = askLive(provider, process.env);
    const replies = live === null ? offlineReplies(provider) : await live(textedQuestions());
    measures.push(...measuresOf(`${provider}${live === null ? '' : ' (live)'}`, replies, live === null));
  }
  return measures;
};

function textedQuestions(): { readonly asked: Asked; readonly texted: string }[] {
  const d = seededRandom(1);
  return questions.flatMap((asked) => typings.map((typed) => ({ asked, texted: typed(asked.question, d) })));
}

function offlineReplies(provider: AnswerProvider): Reply[] {
  const d = seededRandom(2);
  return textedQuestions().map(({ asked, texted }) => {
    const isLong = asked.kind !== 'spanish' && asked.kind !== 'trap' && asked.kind !== 'follow_up' && d.chance(1 / 2);
    const raw = d.pick(shapes[provider])(isLong ? [...asked.reply, ...wordy] : asked.reply, d);
    return { asked, texted, raw, isCutOff: false };
  });
}

function measuresOf(name: string, replies: readonly Reply[], isOffline: boolean): Measure[] {
  const said = replies.flatMap(({ asked, texted, raw, isCutOff }): Said[] => {
    const { body } = formatSms(raw, { isCutOff, asks: asksFor(texted, brand.name) });
    return body === null ? [] : [{ asked, raw, body }];
  });
  const sums = new Map<Criterion, { met: number; of: number }>();
  for (const one of said) {
    for (const [criterion, isMet] of scoresOf(one)) {
      const { met, of } = sums.get(criterion) ?? { met: 0, of: 0 };
      sums.set(criterion, { met: met + Number(isMet), of: of + 1 });
      if (!isMet && process.env['SHOW_MISSES'] !== undefined) console.log(criterion, JSON.stringify(one.body));
    }
  }
  const rawForm = said.filter(({ asked, raw }) => scoresOf({ asked, raw, body: raw }).get('form') === true).length;
  const rawSegments = said.reduce((sum, { raw }) => sum + measureSms(raw).segments, 0);
  const segments = said.reduce((sum, { body }) => sum + measureSms(body).segments, 0);
  const bound = isOffline ? { atLeast: 100 * offlineAtLeast } : {};
  return [
    { what: `${name}: questions`, value: replies.length, unit: 'questions' },
    { what: `${name}: answered`, value: (100 * said.length) / replies.length, unit: '%', ...bound },
    { what: `${name}: form as the provider wrote it`, value: (100 * rawForm) / said.length, unit: '%' },
    ...Array.from(sums, ([criterion, { met, of }]) => ({
      what: `${name}: ${criterion} (of ${of})`,
      value: (100 * met) / of,
      unit: '%',
      ...bound,
    })),
    { what: `${name}: mean segments as written`, value: rawSegments / said.length, unit: 'segments' },
    { what: `${name}: mean segments`, value: segments / said.length, unit: 'segments' },
  ];
}
