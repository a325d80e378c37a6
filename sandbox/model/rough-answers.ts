import { createHash } from 'node:crypto';

/** Sentences in the style of web models: realistic formatting, invented facts. */
const sentences = [
  'It’s currently **72°F (22°C)** in Chicago with winds of 8–12 mph and a 20 % chance of rain.[1][2]',
  'The Cubs beat the Cardinals 5–3 at Busch Stadium in St. Louis on Friday, Nov. 20, 2026.[3]',
  'Dr. Amelia Chen, Ph.D., says most adults need 7–9 hours of sleep—less is linked to heart disease.[1]',
  'The store at 1420 N. Main St. is open until 9:00 p.m. today and reopens at 8:00 a.m. tomorrow.',
  'A gallon of milk costs about $3.98 in the U.S., up ≈2.3% from last year[4].',
  'The recipe needs 2½ cups of flour, ¾ tsp of salt and a 9″ × 13″ pan.',
  'São Paulo’s population is 11.45 million; Zürich’s is 0.44 million.',
  'The “Clean Air Act” was signed in 1970… and was amended in 1977 and 1990.',
  'Beyoncé won Album of the Year in 2025 for *Cowboy Carter*.[2][5]',
  'According to [NASA](https://science.nasa.gov/moon/), the Moon is 238,855 miles (384,400 km) away.',
  'See https://www.irs.gov/filing/free-file?year=2026 for the full list of brokers.',
  'Its half-life is 5,730 ± 40 years, so t ≥ 0.5 × 10⁴ years → the sample is old.',
  'iPhone® and Galaxy™ owners pay 12.5% more—no, not 15%—than in 2024.',
  'Do **not** take more than 4,000 mg in 24 hours; call 1-800-222-1222 if you did.[1]',
  'The train leaves at 6:05 a.m., 7:35 a.m. and 9:20 a.m. from Gate B4.',
  'Mt. Everest is 29,031.7 ft (8,848.86 m) high, per the 2020 survey by China & Nepal.',
  'El presidente dio un discurso en México: habló de educación, niñez y salud pública.',
  'Use `sudo apt-get install node` or <br> the installer; either works.',
  'The formula is \\( E = mc^2 \\), where c ≈ 3×10^8 m/s.',
  'J.K. Rowling, George R.R. Martin and Ursula K. Le Guin all won the Hugo Award.',
  'No. 1 seed Duke lost 68-67 vs. No. 9 Houston, i.e. by a single point.',
  'Water boils at 212°F at sea level but at 203°F in Denver, Colo., 5,280 ft up.',
  'You can park free on Sundays 🅿️, but not on Wacker Dr. 🚗❌',
  'Its market cap is $1.2 T (approx. €1.1 T), with a P/E of 28.4.',
] as const;

const leads = [
  '',
  '',
  '',
  '### Short answer\n\n',
  '**Answer:** ',
  'Here’s what I found:\n\n',
  'Based on the search results, ',
  '\u200b\ufeff',
] as const;

const tails = [
  '',
  '',
  '',
  '\n\n**Sources:**\n1. https://www.weather.gov/lot/\n2. https://en.wikipedia.org/wiki/Chicago',
  '\n\n---\n*Information current as of Nov. 20, 2026.*',
  ' Would you like more details? 😊',
  '\n\n[1]: https://example.org/a "Title"\n[2]: https://example.org/b',
  '\n\n> “Always check the official site.”',
] as const;

const others = [
  '今天芝加哥的天气晴朗，最高气温为22摄氏度，最低气温为14摄氏度。[1] 明天可能有雨，出门请带伞。',
  'Сегодня в Чикаго ясно, температура около 22 °C. Завтра возможен дождь, возьмите зонт.[2]',
  'الطقس اليوم في شيكاغو مشمس ودرجة الحرارة 22 درجة مئوية.',
  'Hoy en Chicago hace sol: 22 °C de máxima y 14 °C de mínima. Mañana puede llover, así que lleve paraguas.[1]',
  '   \n\n',
  'I don’t have enough information to answer that. Which city do you mean?',
  'Sure! Here is a list of the top results:',
] as const;

/** Layouts of several sentences. */
const shapes: readonly ((parts: readonly string[]) => string)[] = [
  (parts) => parts.join(' '),
  (parts) => parts.join('\n\n'),
  (parts) => `Key points:\n\n${parts.map((part) => `- ${part}`).join('\n')}`,
  (parts) => parts.map((part, i) => `${i + 1}. ${part}`).join('\n'),
  (parts) => parts.map((part) => `* **Note:** ${part}`).join('\n'),
  (parts) => `| Item | Detail |\n| --- | --- |\n${parts.map((part, i) => `| ${i + 1} | ${part} |`).join('\n')}`,
  (parts) => `${parts[0] ?? ''}\n\n\`\`\`\n${parts.slice(1).join('\n')}\n\`\`\``,
  (parts) => parts.join(' ').replaceAll(' ', '\u00a0'),
];

/**
 * An answer with the untidy formatting of a web model, from very short to very long, always the same for the same
 * question. The product's formatter must handle all of them.
 */
export function roughAnswer(question: string): string {
  const digest = createHash('sha256').update(question).digest();
  let used = 0;
  function pick<T>(items: readonly T[]): T {
    const item = items[(digest[used++ % digest.length] ?? 0) % items.length];
    return item as T;
  }
  if (pick([0, 1, 2, 3, 4, 5, 6, 7]) === 0) return pick(others);
  const count = pick([1, 1, 2, 3, 3, 4, 5, 6, 8, 14]);
  const parts = Array.from({ length: count }, () => pick(sentences));
  return `${pick(leads)}${pick(shapes)(parts)}${pick(tails)}`;
}
