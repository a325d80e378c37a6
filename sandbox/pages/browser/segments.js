// Plain JavaScript, because both the carrier and the phone page use this file.

/** GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1): one septet each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Its extension table (6.2.1.1): an escape and the character, two septets, never split between segments. */
const EXTENDED = '\f^{}\\[~]|€';

/** @type {ReadonlyMap<string, number>} */
const septets = new Map([
  ...Array.from(BASIC, (char) => /** @type {const} */ ([char, 1])),
  ...Array.from(EXTENDED, (char) => /** @type {const} */ ([char, 2])),
]);

/** Units in a lone message, and in each part of a longer one, which carries a 6-octet header (TS 23.040, 9.2.3.24). */
const limits = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } };

/** @typedef {keyof typeof limits} Encoding */

/**
 * How a text goes over the air: its alphabet, its length in that alphabet's units, and its number of segments.
 * @param {string} text
 * @returns {{ encoding: Encoding, units: number, segments: number, room: number }} `room` is what the segments hold
 */
export function measure(text) {
  const chars = Array.from(text);
  /** @type {Encoding} */
  const encoding = chars.every((char) => septets.has(char)) ? 'GSM-7' : 'UCS-2';
  // In UCS-2 a character outside the basic plane is two units, which are not split between segments either.
  const sizes = chars.map((char) => (encoding === 'GSM-7' ? (septets.get(char) ?? 1) : char.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { alone, part } = limits[encoding];
  if (units <= alone) return { encoding, units, segments: 1, room: alone };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, units, segments, room: segments * part };
}

/**
 * The replacements of Twilio's Smart Encoding that matter for English answers. It keeps ° × − and accents.
 * @type {ReadonlyMap<string, string>}
 */
const smart = new Map([
  ...Array.from('«»“”„‟ʺˮ″', (char) => /** @type {const} */ ([char, '"'])),
  ...Array.from('‘’‚‛ʻʼʹ′', (char) => /** @type {const} */ ([char, "'"])),
  ...Array.from('‐–—―', (char) => /** @type {const} */ ([char, '-'])),
  ...Array.from('•·', (char) => /** @type {const} */ ([char, '.'])),
  ['…', '...'],
  ['÷', '/'],
  ['⁄', '/'],
  ['¼', '1/4'],
  ['½', '1/2'],
  ['¾', '3/4'],
  ['\u00a0', '  '],
  ['\t', '       '],
  ['\u200b', ''],
  ['\ufeff', ''],
]);

/**
 * Applies `SmartEncoded=true` to a text.
 * @param {string} text
 */
export function smartEncode(text) {
  return Array.from(text, (char) => smart.get(char) ?? char).join('');
}
