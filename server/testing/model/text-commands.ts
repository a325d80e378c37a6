import { command, type Command, exchange, indexOf, isClear, mayBeConfirmed } from './exchange.ts';
import { answerName, changeHome, forget, type HomeText, tellMore, weather } from './reference-conversation.ts';
import { question, type Reference, start, stop } from './reference.ts';
import { Subject } from './subject.ts';

type Asking = {
  /** The words around the unique one. */
  readonly wording?: string;
  readonly afterwards?: (real: Subject, sid: string) => Promise<void>;
};

/** A question, or a follow-up. */
async function ask(reference: Reference, real: Subject, pick: number, { wording = 'who is', afterwards }: Asking) {
  const index = indexOf(pick, reference);
  const word = Subject.newWord();
  const reply = question(reference, index);
  const followsUp = /^(?:and|what about|y)$/.test(wording);
  const name = reply === 'answer' ? answerName(reference, index, { word, followsUp }) : String(reply);
  const act = { body: `${wording} ${word}`, reply, name };
  await exchange(reference, real, index, { ...act, ...(afterwards && { afterwards: (sid) => afterwards(real, sid) }) });
}

async function sayKeyword(reference: Reference, real: Subject, pick: number, word: 'STOP' | 'START'): Promise<void> {
  const index = indexOf(pick, reference);
  if (reference.isDatabaseThere) {
    // As if a day had passed since the last text: nothing is remembered.
    await real.letADayPass();
    reference.last.fill(null);
    reference.repliesToday.clear();
  } else reference.saidInOutage.add(`${word}(${index})`);
  const reply = word === 'STOP' ? stop(reference, index) : start(reference, index);
  await exchange(reference, real, index, { body: word, reply, name: String(reply) });
}

async function sayCommand(reference: Reference, real: Subject, pick: number, word: 'FORGET' | 'MORE'): Promise<void> {
  const index = indexOf(pick, reference);
  if (reference.isDatabaseThere) await real.letAMinutePass();
  else reference.saidInOutage.add(`${word}(${index})`);
  const { reply, name } = word === 'FORGET' ? forget(reference, index) : tellMore(reference, index);
  await exchange(reference, real, index, { body: word, reply, name });
}

async function sayHome(reference: Reference, real: Subject, pick: number, text: HomeText): Promise<void> {
  const index = indexOf(pick, reference);
  await exchange(reference, real, index, { body: text, ...changeHome(reference, index, text) });
}

async function askWeather(reference: Reference, real: Subject, pick: number): Promise<void> {
  const index = indexOf(pick, reference);
  await real.letAMinutePass();
  await exchange(reference, real, index, { body: 'weather', ...weather(reference, index) });
}

/** Has the carrier deliver a text again. */
const repeat = async ({ world }: Subject, sid: string): Promise<void> => {
  await world.fixture.control('POST', `/sandbox/twilio/messages/${sid}/webhook`);
};

/** On a busy machine the process may be back only after the carrier's last attempt, and in an outage no list is read. */
const killAndRepeat = async (real: Subject, sid: string): Promise<void> => {
  await real.world.kill();
  await repeat(real, sid);
};

type Check = Command['check'];
const clear =
  (pick: number): Check =>
  (reference) =>
    isClear(reference, pick);

/** What a person texts from one of the numbers so far. */
export const textCommands = {
  text: (pick: number, asking: Asking, what: string) =>
    command(`${what}(${pick})`, clear(pick), (reference, real) => ask(reference, real, pick, asking)),
  keyword: (pick: number, word: 'STOP' | 'START') =>
    command(
      `${word}(${pick})`,
      (reference) => mayBeConfirmed(reference, pick, word),
      (reference, real) => sayKeyword(reference, real, pick, word),
    ),
  command: (pick: number, word: 'FORGET' | 'MORE') =>
    command(
      `${word}(${pick})`,
      // A repeated forecast is not distinguished from a first one.
      (reference) =>
        isClear(reference, pick) &&
        mayBeConfirmed(reference, pick, word) &&
        reference.last[indexOf(pick, reference)]?.word !== 'weather',
      (reference, real) => sayCommand(reference, real, pick, word),
    ),
  home: (pick: number, text: HomeText) =>
    command(`HOME(${pick}, ${text})`, clear(pick), (reference, real) => sayHome(reference, real, pick, text)),
  weather: (pick: number) =>
    command(
      `weather(${pick})`,
      (reference) => reference.isDatabaseThere,
      (reference, real) => askWeather(reference, real, pick),
    ),
};

/** Ways to ask, each with what happens right after the text was sent. */
export const askings: readonly (readonly [Asking, what: string])[] = [
  [{}, 'text'],
  [{}, 'text'],
  [{ wording: 'quien es' }, 'text in Spanish'],
  [{ afterwards: repeat }, 'text, told twice'],
  [{ afterwards: killAndRepeat }, 'text, and kill'],
  [{ wording: 'and' }, 'follow-up'],
  [{ wording: 'what about' }, 'follow-up'],
  [{ wording: 'y' }, 'follow-up in Spanish'],
  [{ wording: 'and', afterwards: repeat }, 'follow-up, told twice'],
  [{ wording: 'and', afterwards: killAndRepeat }, 'follow-up, and kill'],
];
