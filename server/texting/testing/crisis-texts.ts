import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Language = 'English' | 'Spanish';

const sections = readFileSync(join(import.meta.dirname, 'crisis-texts.txt'), 'utf8')
  .split(/^(?=\[)/m)
  .slice(1)
  .map((section) => {
    const [, kind, language, cells = ''] =
      /^\[(danger|ordinary), (English|Spanish)[^\]]*\]\n(.*)$/s.exec(section) ?? [];
    return { kind, language, texts: cells.split(/[|\n]/).map((cell) => cell.trim()) };
  });

/** The texts of danger, or those that only sound like it, in one language: written by hand, no text of a person. */
export function crisisTexts(kind: 'danger' | 'ordinary', language: Language): string[] {
  return sections
    .filter((section) => section.kind === kind && section.language === language)
    .flatMap(({ texts }) => texts.filter((text) => text !== ''));
}
