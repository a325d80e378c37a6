import { type AnswerProvider, answerProviders } from '#contract/answer-providers.ts';
import { measureSms } from '#server/answers/gsm7.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel, Sources } from '#server/providers/ports/answer-model.ts';
import { type SeededRandom, seededRandom } from '#server/testing/seeded-random.ts';

import type { Bench, Measure } from './measure.ts';
import { asksBack } from './quality/follow-ups.ts';
import { openLive } from './quality/live.ts';
import { textedAnswer } from './quality/product-path.ts';
import type { QualityCase } from './quality/quality-case.ts';
import { questions } from './quality/questions.ts';
import { type Criterion, type ScoredAnswer, scoresOf } from './quality/score.ts';
import { shapes } from './quality/shapes.ts';
import { typings } from './quality/typing.ts';

/** The least that passes offline, where replies are good and only the path to the phone can spoil them. */
const offlineAtLeast = 0.97;

/** What models add although they are asked for four short sentences: more than a text holds. */
const wordy = [
  'It’s worth noting that the details can differ depending on the source, the season and the exact place that you mean.',
  'If you need something more precise, many people find that calling ahead, or asking at a local office, is the most reliable way.',
  'For background, the subject has been covered at length by newspapers, reference works and official sites over the years.',
  'As always, please double-check anything important before you rely on it, since things change.',
];

/** A text and what came of it: the provider's reply, and what the phone gets. `raw` is null where no provider was asked. */
type Reply = { readonly asked: QualityCase; readonly raw: string | null; readonly scored: ScoredAnswer | null };
type Texted = { readonly asked: QualityCase; readonly texted: string };

/**
 * 340 questions as people text them (68, typed in five ways), answered by each provider on the product's own path:
 * follow-ups are recognized and get the previous question, sums are computed, the weather service answers questions
 * plainly about the weather, and the model the rest; every answer is formatted as for a phone and scored by code.
 * Offline, replies are canned ones in the shape of each provider, and a follow-up without its question is asked back:
 * this measures what the path makes of good replies. With PERPLEXITY_API_KEY or OPENAI_API_KEY set, that provider is
 * asked instead, at a cost of two to six dollars: then the prompt and the model are measured too.
 */
export const bench: Bench = async () => {
  const measures: Measure[] = [];
  for (const provider of answerProviders) {
    const live = openLive(provider, process.env);
    const replies = await inOrder(textedQuestions(), live === null ? writtenBy(provider) : () => live, live ? 2 : 8);
    live?.close();
    measures.push(...measuresOf(`${provider}${live === null ? '' : ' (live)'}`, replies, live === null));
  }
  return measures;
};

function textedQuestions(): Texted[] {
  const d = seededRandom(1);
  return questions.flatMap((asked) => typings.map((typed) => ({ asked, texted: typed(asked.question, d) })));
}

/** Answers all questions, `atOnce` concurrently. */
async function inOrder(all: readonly Texted[], modelFor: (asked: QualityCase) => AnswerModel, atOnce: number) {
  const replies: Reply[] = [];
  // Replies are drawn in the order of the questions, whatever order they are needed in.
  const waiting = all.map((one, nth) => ({ ...one, nth, model: modelFor(one.asked) }));
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { asked, texted, nth, model } = next;
      const heard: string[] = [];
      const answer = await textedAnswer(overheard(model, heard), texted, asked);
      const raw = heard.at(-1) ?? null;
      // What does not come from a model is our own: nothing was left out or added.
      const scored = answer && { asked, raw: raw ?? answer.body, body: answer.body, provider: answer.provider };
      replies[nth] = { asked, raw, scored };
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return replies;
}

/** The model, with what it says written to `heard`. */
function overheard(model: AnswerModel, heard: string[]): AnswerModel {
  return {
    provider: model.provider,
    async ask(prompt, signal) {
      const answer = await model.ask(prompt, signal);
      heard.push(answer.text.reveal());
      return answer;
    },
  };
}

/** A model that gives the canned reply to a question, in a layout of this provider. */
function writtenBy(provider: AnswerProvider): (asked: QualityCase) => AnswerModel {
  const d = seededRandom(2);
  /** The sources confirm all of a reply, or none of it. */
  function sourcesOf({ isInvented, reply }: QualityCase, text: string): Sources {
    if (provider === 'perplexity') return { kind: 'quoted', texts: isInvented ? [] : [new Secret(reply.join(' '))] };
    const lines = Array.from(text.matchAll(/.+/g), ({ index, 0: line }) => ({
      start: index,
      end: index + line.length,
    }));
    return { kind: 'cited', spans: isInvented ? [] : lines };
  }
  return (asked) => {
    const layOut = d.pick(shapes[provider]);
    const isLong = asked.kind !== 'spanish' && asked.kind !== 'trap' && asked.kind !== 'follow_up' && d.chance(1 / 2);
    const cost = { inputTokens: 0, outputTokens: 0, microdollars: 0 };
    const own: SeededRandom = seededRandom(d.below(2 ** 32));
    return {
      provider,
      ask({ earlier }) {
        const isLost = asked.before !== undefined && earlier.length === 0;
        const reply = isLost ? asksBack : isLong ? [...asked.reply, ...wordy] : asked.reply;
        const text = layOut(reply, own);
        return Promise.resolve({ text: new Secret(text), isCutOff: false, sources: sourcesOf(asked, text), cost });
      },
    };
  };
}

function measuresOf(name: string, replies: readonly Reply[], isOffline: boolean): Measure[] {
  const scored = replies.flatMap((reply) => (reply.scored === null ? [] : [reply.scored]));
  const sums = new Map<Criterion, { met: number; of: number }>();
  for (const one of scored) {
    for (const [criterion, isMet] of scoresOf(one)) {
      const { met, of } = sums.get(criterion) ?? { met: 0, of: 0 };
      sums.set(criterion, { met: met + Number(isMet), of: of + 1 });
      if (!isMet && process.env['SHOW_MISSES'] !== undefined) {
        console.log(criterion, JSON.stringify(one.asked.question), JSON.stringify(one.body));
      }
    }
  }
  const written = replies.flatMap((reply) => (reply.scored === null || reply.raw === null ? [] : [reply.scored]));
  const rawForm = written.filter((one) => scoresOf({ ...one, body: one.raw }).get('form') === true).length;
  const meanSegments = (all: readonly ScoredAnswer[], of: (one: ScoredAnswer) => string): number =>
    all.reduce((sum, one) => sum + measureSms(of(one)).segments, 0) / all.length;
  const bound = isOffline ? { atLeast: 100 * offlineAtLeast } : {};
  const bounds = (criterion: Criterion) => (typedAway.has(criterion) ? {} : bound);
  return [
    { what: `${name}: questions`, value: replies.length, unit: 'questions' },
    { what: `${name}: answered`, value: (100 * scored.length) / replies.length, unit: '%', ...bound },
    { what: `${name}: form as the provider wrote it`, value: (100 * rawForm) / written.length, unit: '%' },
    ...Array.from(sums, ([criterion, { met, of }]) => ({
      what: `${name}: ${criterion} (of ${of})`,
      value: (100 * met) / of,
      unit: '%',
      ...bounds(criterion),
    })),
    { what: `${name}: mean segments as written`, value: meanSegments(written, ({ raw }) => raw), unit: 'segments' },
    { what: `${name}: mean segments`, value: meanSegments(scored, ({ body }) => body), unit: 'segments' },
    {
      what: `${name}: mean segments of the model's answers`,
      value: meanSegments(written, ({ body }) => body),
      unit: 'segments',
    },
  ];
}

/** Criteria that a misspelling can defeat: then the model is asked, and asks back. */
const typedAway: ReadonlySet<Criterion> = new Set(['follow-up resolved', 'weather from the service', 'computed here']);
