import type { SeededRandom } from '#server/testing/seeded-random.ts';

import type { Content } from './answers-topics.ts';

/** Layouts that search models use although the prompt asks for plain text. */
type Style = (content: Content, d: SeededRandom) => string;

function plain({ sentences }: Content): string {
  return sentences.join(' ');
}

function cited({ sentences }: Content, d: SeededRandom): string {
  return sentences
    .map((sentence) => sentence.replace(/\.$/, `[${d.integer(1, 9)}]${d.chance(1 / 2) ? `[${d.integer(1, 9)}]` : ''}.`))
    .join(' ');
}

function citedAfter({ sentences }: Content, d: SeededRandom): string {
  return sentences
    .map((sentence) => `${sentence}${d.pick([' [1]', '[2][3]', ' [web:4]', '【5†source】', ' [1, 2]'])}`)
    .join('\n\n');
}

function bold({ title, sentences: [first = '', ...rest] }: Content): string {
  return [`**${title || first}**`, ...(title ? [first] : []), ...rest].join('\n\n');
}

function stressed({ sentences }: Content): string {
  return sentences
    .map((sentence) => sentence.replace(/(\$?\d[\d,.]*\d%?)/, '**$1**').replace(/\b(not|never|no)\b/, '*$1*'))
    .join(' ');
}

function bullets({ sentences, points }: Content, d: SeededRandom): string {
  if (points.length === 0) return sentences.join(' ');
  const mark = d.pick(['- ', '* ', '• ', '– ']);
  return `${sentences[0] ?? ''} Here are the details:\n\n${points.map(([name, text]) => `${mark}**${name}:** ${text}`).join('\n')}`;
}

function numbered({ title, sentences }: Content): string {
  return `## ${title || 'Answer'}\n\n${sentences.map((sentence, index) => `${index + 1}. ${sentence}`).join('\n')}\n\nSources:\n[1] https://www.example.com/a?b=1\n[2] https://news.example.org/`;
}

function table({ title, sentences, points }: Content): string {
  if (points.length === 0) return `> ${sentences.join(' ')}`;
  return `### ${title}\n\n| What | Value |\n|:-----|------:|\n${points.map(([name, text]) => `| ${name} | ${text} |`).join('\n')}\n\n${sentences[0] ?? ''}`;
}

function linked({ sentences }: Content, d: SeededRandom): string {
  const [first = '', ...rest] = sentences;
  const source = d.pick([
    '([weather.com](https://weather.com/today))',
    '(source: https://www.espn.com/nba)',
    '[1](https://apnews.com/article/1)',
    'via [AP News](https://apnews.com)',
  ]);
  return `${first} ${source} ${rest.join(' ')} Learn more at https://www.example.com/articles/2026/11/20?utm_source=x.`;
}

function html({ sentences }: Content): string {
  return sentences
    .map((sentence) => `<p>${sentence.replace('&', '&amp;').replace('–', '&ndash;').replace('°', '&deg;')}</p>`)
    .join('');
}

function wordy({ title, sentences }: Content): string {
  return `Based on the latest search results, here’s what I found about ${title || 'this'}: ${sentences.join(' ')} ${sentences.join(' ')}`;
}

const styles: readonly Style[] = [
  plain,
  plain,
  cited,
  cited,
  citedAfter,
  bold,
  stressed,
  bullets,
  bullets,
  numbered,
  table,
  linked,
  html,
  wordy,
];

/** Lays out a topic as a model might; for non-Latin scripts only in layouts without English text. */
export function laidOut(content: Content, d: SeededRandom): string {
  const style = content.language === 'other' ? d.pick([plain, cited, citedAfter]) : d.pick(styles);
  return style(content, d);
}
