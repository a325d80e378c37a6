import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import type { Log } from '#server/observability/log.ts';
import { findPlace, knownPlace } from '#server/places/places.ts';
import { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import type { Weather } from '#server/providers/ports/weather.ts';

import type { AnswerQuery } from '../answer-query.ts';
import type { Circuit } from '../circuit.ts';
import { measureSms } from '../gsm7.ts';
import { type Answer, answerBefore, type Question, questionBefore } from '../question.ts';
import { withoutThere } from './elsewhere.ts';
import type { WeatherQuestion, WeatherTime } from './question-types.ts';
import { readWeatherQuestion } from './weather-question.ts';
import { type ForecastRequest, readForecastText, weatherText } from './weather-text.ts';

export type WeatherDeps = {
  readonly weather: Weather;
  /** Whether the words of a text refer to the question before it. */
  readonly isFollowUp: (text: string) => boolean;
  readonly circuit: Circuit;
  /** For all requests of one answer together. */
  readonly limitMs: number;
  readonly log: Log;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
};

/**
 * Answers questions that are plainly about the weather of a known place by the weather service, also while no model can be
 * asked. All others, and those that the service does not answer in time, go to `askModel`.
 */
export function withWeather(deps: WeatherDeps, askModel: AnswerQuery): AnswerQuery {
  return async function answerQuery(question, signal, waitInterruptibly) {
    const asked = weatherAsked(deps, question);
    const answer = asked === null ? null : await answerWeather(deps, asked, signal);
    return answer ?? askModel(question, signal, waitInterruptibly);
  };
}

function weatherAsked(
  { isFollowUp }: WeatherDeps,
  { body, earlier, home, language, wantsMore }: Question,
): ForecastRequest | null {
  // The forecast has nothing more to say.
  if (wantsMore) return null;
  const before = questionBefore({ earlier });
  const read =
    before === null
      ? readWeatherQuestion(body.reveal(), findPlace)
      : readFollowUp(body.reveal(), { before, answer: answerBefore({ earlier }), home, isFollowUp });
  if (read === null) return null;
  const place = read.place ?? (home && knownPlace(home));
  return place && { place, time: read.time, language: read.language ?? language };
}

const lead = /^\W*(?:and|what about|how about|then|y|que tal|qué tal)\b/i;
const atHome = /\b(?:here|home|near me|aqu[ií]|mi casa)(?!\p{L})/iu;

type Exchange = Pick<Question, 'home'> &
  Pick<WeatherDeps, 'isFollowUp'> & { readonly before: string; readonly answer: string };

/** What a row of questions is about so far. `time`: null where only the conversation tells it. */
type Row = Omit<WeatherQuestion, 'time'> & { readonly time: WeatherTime | null };

/** What a follow-up changes: "and sunday?", "what about boston?", "will it snow there" after a question about the weather. */
function readFollowUp(text: string, last: Exchange): WeatherQuestion | null {
  const asked = readWeatherQuestion(last.before, findPlace);
  // "Weather" is of the home place as it is now, also where the model asked for one. What was a follow-up itself ("what
  // temp") may be of any place and day: only its answer tells.
  const first = asked !== null && !last.isFollowUp(last.before) ? asked : readAnswered(last);
  const read = first && readChange(text, first);
  return read === null || read.time === null ? null : { ...read, time: read.time };
}

/** The follow-up that a forecast of ours answered: its words alone do not tell both place and time ("and tomorrow?"). */
function readAnswered({ before, answer, home }: Exchange): Row | null {
  const told = readForecastText(answer);
  if (told === null) return null;
  const found = findPlace(told.place);
  if (found.kind !== 'one') return null;
  // The home place may be a ZIP code, which is more exact than its city.
  const isHome = home?.city === found.place.city && home.region === found.place.region;
  return readChange(before, { ...told, place: isHome ? null : found.place });
}

/** @returns null where the text asks for anything else than another day or place */
function readChange(text: string, first: Row): Row | null {
  const changed = withoutThere(text.replace(lead, ''));
  const whole = readWeatherQuestion(changed, findPlace);
  const topic = first.language === 'es' ? 'clima' : 'weather';
  const read = whole ?? readWeatherQuestion(`${topic} ${changed}`, findPlace);
  if (read === null) return null;
  const namesTime = read.time.kind !== 'now' || /\b(?:now|today|hoy|ahora)\b/i.test(changed);
  return {
    time: namesTime ? read.time : first.time,
    place: read.place ?? (atHome.test(changed) ? null : first.place),
    language: whole?.language ?? first.language,
  };
}

/** @returns null when the service gives no forecast for it; @throws the abort reason of `signal` */
async function answerWeather(
  { weather, circuit, limitMs, log, bufferedCounters }: WeatherDeps,
  asked: ForecastRequest,
  signal: AbortSignal,
): Promise<Answer | null> {
  if (!circuit.mayCall()) return null;
  try {
    const forecast = await weather.forecast(asked.place, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]));
    circuit.succeeded();
    const text = weatherText(asked, forecast, new Date());
    if (text === null) return null;
    bufferedCounters.add('answers.weather');
    const { segments, encoding } = measureSms(text);
    return { body: new Secret(text), segments, encoding, microdollars: 0, isCut: false, provider: 'weather' };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProviderError)) throw error;
    const { kind, code = kind, retryAfterMs } = error;
    bufferedCounters.add('answers.weather_failed');
    log.warn({ event: 'weather_failed', kind, code }, 'the weather service gave no forecast');
    // A place without a forecast says nothing about the service.
    if (kind === 'rejected') circuit.succeeded();
    else circuit.failed(retryAfterMs);
    return null;
  }
}
