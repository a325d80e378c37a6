/** The GSM 7-bit default alphabet, in table order, without the escape code (3GPP TS 23.038, section 6.2.1). */
const basicAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension table: each of these travels as the escape code and a second septet (TS 23.038, section 6.2.1.1). */
const extensionTable = '\f^{}\\[~]|€';

const septetsOf: ReadonlyMap<string, 1 | 2> = new Map([
  ...Array.from(basicAlphabet, (character) => [character, 1] as const),
  ...Array.from(extensionTable, (character) => [character, 2] as const),
]);

/** The units available for characters in a single text, and in each part of a longer one. */
export type SegmentCapacity = {
  readonly gsm7Alone: number;
  readonly gsm7PerPart: number;
  readonly ucs2Alone: number;
  readonly ucs2PerPart: number;
};

/** 140 octets a text; a part of a longer one gives 6 of them to its header (3GPP TS 23.040, section 9.2.3.24.1). */
const standardCapacity: SegmentCapacity = { gsm7Alone: 160, gsm7PerPart: 153, ucs2Alone: 70, ucs2PerPart: 67 };

/** Toll-free senders split with a header of 7 octets, so a part holds one unit less. */
export const tollFreeCapacity: SegmentCapacity = { ...standardCapacity, gsm7PerPart: 152, ucs2PerPart: 66 };

/** How the carrier will encode a text: `units` are septets in GSM-7 and UTF-16 code units in UCS-2. */
export type SmsMeasure = {
  readonly encoding: 'gsm7' | 'ucs2';
  readonly units: number;
  readonly segments: number;
};

/** Whether the whole text can travel as 7-bit septets. One character that cannot more than doubles the bill. */
export function isGsm7(text: string): boolean {
  for (const character of text) {
    if (!septetsOf.has(character)) return false;
  }
  return true;
}

/**
 * Encoding, units and segments of `text` as the carrier bills it. An empty text still is one segment.
 * Neither an escape sequence nor a surrogate pair is ever split over two parts (TS 23.040, section 9.2.3.24.1),
 * so a part may end one unit early and a text just under the limit may need one part more.
 */
export function measureSms(text: string, capacity: SegmentCapacity = standardCapacity): SmsMeasure {
  if (isGsm7(text)) {
    const { units, segments } = pack(text, (character) => septetsOf.get(character) ?? 1, {
      alone: capacity.gsm7Alone,
      perPart: capacity.gsm7PerPart,
    });
    return { encoding: 'gsm7', units, segments };
  }
  const { units, segments } = pack(text, (character) => character.length, {
    alone: capacity.ucs2Alone,
    perPart: capacity.ucs2PerPart,
  });
  return { encoding: 'ucs2', units, segments };
}

function pack(
  text: string,
  widthOf: (character: string) => number,
  limits: { readonly alone: number; readonly perPart: number },
): { units: number; segments: number } {
  let units = 0;
  let segments = 1;
  let usedOfPart = 0;
  for (const character of text) {
    const width = widthOf(character);
    units += width;
    usedOfPart += width;
    if (usedOfPart > limits.perPart) {
      segments += 1;
      usedOfPart = width;
    }
  }
  return { units, segments: units <= limits.alone ? 1 : segments };
}
