/** GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1): one septet each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Its extension table (6.2.1.1): an escape and the character, two septets, never parted between segments. */
const EXTENDED = '\f^{}\\[~]|€';

const septets = new Map([
  ...Array.from(BASIC, (char) => [char, 1] as const),
  ...Array.from(EXTENDED, (char) => [char, 2] as const),
]);

/** Units in a lone message, and in each part of a longer one, which carries a 6-octet header (TS 23.040, 9.2.3.24). */
const limits = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } } as const;

export type Encoding = keyof typeof limits;

/** How a text goes over the air: its alphabet, its length in that alphabet's units, and its number of segments. */
export function measure(text: string): { encoding: Encoding; units: number; segments: number } {
  const chars = Array.from(text);
  const encoding: Encoding = chars.every((char) => septets.has(char)) ? 'GSM-7' : 'UCS-2';
  // In UCS-2 a character outside the basic plane is two units, which no segment border may part either.
  const sizes = chars.map((char) => (encoding === 'GSM-7' ? (septets.get(char) ?? 1) : char.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { alone, part } = limits[encoding];
  if (units <= alone) return { encoding, units, segments: 1 };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, units, segments };
}

/** The replacements of Twilio's Smart Encoding that matter for English answers. It leaves ° × − and accents alone. */
const smart: ReadonlyMap<string, string> = new Map([
  ...Array.from('«»“”„‟ʺˮ″', (char) => [char, '"'] as const),
  ...Array.from('‘’‚‛ʻʼʹ′', (char) => [char, "'"] as const),
  ...Array.from('‐–—―', (char) => [char, '-'] as const),
  ...Array.from('•·', (char) => [char, '.'] as const),
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

/** What `SmartEncoded=true` makes of a text before it is encoded. */
export function smartEncode(text: string): string {
  return Array.from(text, (char) => smart.get(char) ?? char).join('');
}
