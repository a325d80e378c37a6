import type { SeededRandom } from '../seeded-random.ts';

export type SaidKind = 'question' | 'follow_up' | 'more' | 'forget' | 'home' | 'weather' | 'stop';

/** A text of a person. */
export type Said = {
  readonly kind: SaidKind;
  readonly body: string;
  /** Unique to the text, and spelled backwards in its answer; null where the answer names none. */
  readonly word: string | null;
};

/** Texts by kind, in English and in Spanish, the latter for every fifth text. */
const wordings: Readonly<
  Record<'question' | 'follow_up' | 'more' | 'forget' | 'home' | 'weather', Record<'en' | 'es', readonly string[]>>
> = {
  question: {
    en: ['who is WORD', 'WORD meaning', 'what does WORD cost'],
    es: ['quien es WORD', 'que significa WORD', 'cuanto cuesta un WORD'],
  },
  follow_up: { en: ['and WORD', 'what about WORD'], es: ['y WORD', 'que tal WORD'] },
  more: { en: ['MORE', 'tell me more'], es: ['MAS'] },
  forget: { en: ['FORGET', 'forget it'], es: ['OLVIDA'] },
  home: { en: ['HOME 60614', 'home austin tx'], es: ['CASA 60614'] },
  weather: { en: ['weather ZIP', 'w ZIP', 'will it rain tomorrow ZIP'], es: ['clima ZIP'] },
};
const zipCodes = ['98101', '80202', '02108', '33101', '85001', '97201', '37201', '64101'];

/**
 * What a person texts after `before`. Each person texts a command once: like an equal question, a repetition would get
 * silence.
 * @param word unique, without digits
 */
export function nextText(before: readonly Said[], word: string, random: SeededRandom): Said {
  const kind = before.length === 0 ? 'question' : drawKind(before, random);
  const asked = before.filter((said) => said.kind === 'weather').length;
  const body = random
    .pick(wordings[kind][random.chance(0.2) ? 'es' : 'en'])
    .replace('WORD', word)
    .replace('ZIP', zipCodes[asked] ?? '');
  return { kind, body, word: kind === 'question' || kind === 'follow_up' ? word : null };
}

const shares = { follow_up: 0.25, more: 0.12, forget: 0.08, home: 0.08, weather: 0.1 } as const;

function drawKind(before: readonly Said[], random: SeededRandom): keyof typeof wordings {
  let drawn = random.between(0, 1);
  for (const [kind, share] of Object.entries(shares) as [keyof typeof shares, number][]) {
    drawn -= share;
    if (drawn > 0) continue;
    const most = { follow_up: Infinity, weather: zipCodes.length, more: 1, forget: 1, home: 1 }[kind];
    return before.filter((said) => said.kind === kind).length < most ? kind : 'question';
  }
  return 'question';
}

/** A text on a phone, read as an answer of the sandbox's models in the mode `backwards`. */
export type ReadAnswer = {
  /** The question, letters and digits only. */
  readonly asked: string;
  /** The question that the model got with it; null for a question alone. */
  readonly after: string | null;
  /** The question came again after its own answer. */
  readonly isMore: boolean;
};

/** Reads an answer; a fixed text gives nonsense that equals no question. */
export function readAnswer(body: string): ReadAnswer {
  const [asked = '', after = null] = body.split(' after ').map((words) => plain(Array.from(words).reverse().join('')));
  return { asked, after, isMore: asked === after };
}

/** Its letters and digits, in lower case. */
export function plain(words: string): string {
  return words.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}
