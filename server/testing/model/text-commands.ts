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
async function ask(it: Reference, real: Subject, pick: number, { wording = 'who is', afterwards }: Asking) {
  const index = indexOf(pick, it);
  const word = Subject.newWord();
  const reply = question(it, index);
  const followsUp = /^(?:and|what about|y)$/.test(wording);
  const name = reply === 'answer' ? answerName(it, index, { word, followsUp }) : String(reply);
  const act = { body: `${wording} ${word}`, reply, name };
  await exchange(it, real, index, { ...act, ...(afterwards && { afterwards: (sid) => afterwards(real, sid) }) });
}

async function sayKeyword(it: Reference, real: Subject, pick: number, word: 'STOP' | 'START'): Promise<void> {
  const index = indexOf(pick, it);
  if (it.isDatabaseThere) {
    // As if a day had passed since the last text: nothing is remembered.
    await real.letADayPass();
    it.last.fill(null);
    it.repliesToday.clear();
  } else it.saidInOutage.add(`${word}(${index})`);
  const reply = word === 'STOP' ? stop(it, index) : start(it, index);
  await exchange(it, real, index, { body: word, reply, name: String(reply) });
}

async function sayCommand(it: Reference, real: Subject, pick: number, word: 'FORGET' | 'MORE'): Promise<void> {
  const index = indexOf(pick, it);
  if (it.isDatabaseThere) await real.letAMinutePass();
  else it.saidInOutage.add(`${word}(${index})`);
  const { reply, name } = word === 'FORGET' ? forget(it, index) : tellMore(it, index);
  await exchange(it, real, index, { body: word, reply, name });
}

async function sayHome(it: Reference, real: Subject, pick: number, text: HomeText): Promise<void> {
  const index = indexOf(pick, it);
  await exchange(it, real, index, { body: text, ...changeHome(it, index, text) });
}

async function askWeather(it: Reference, real: Subject, pick: number): Promise<void> {
  const index = indexOf(pick, it);
  await real.letAMinutePass();
  await exchange(it, real, index, { body: 'weather', ...weather(it, index) });
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
  (it) =>
    isClear(it, pick);

/** What a person texts from one of the numbers so far. */
export const textCommands = {
  text: (pick: number, asking: Asking, what: string) =>
    command(`${what}(${pick})`, clear(pick), (it, real) => ask(it, real, pick, asking)),
  keyword: (pick: number, word: 'STOP' | 'START') =>
    command(
      `${word}(${pick})`,
      (it) => mayBeConfirmed(it, pick, word),
      (it, real) => sayKeyword(it, real, pick, word),
    ),
  command: (pick: number, word: 'FORGET' | 'MORE') =>
    command(
      `${word}(${pick})`,
      // A repeated forecast is not distinguished from a first one.
      (it) => isClear(it, pick) && mayBeConfirmed(it, pick, word) && it.last[indexOf(pick, it)]?.word !== 'weather',
      (it, real) => sayCommand(it, real, pick, word),
    ),
  home: (pick: number, text: HomeText) =>
    command(`HOME(${pick}, ${text})`, clear(pick), (it, real) => sayHome(it, real, pick, text)),
  weather: (pick: number) =>
    command(
      `weather(${pick})`,
      (it) => it.isDatabaseThere,
      (it, real) => askWeather(it, real, pick),
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
