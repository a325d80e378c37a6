/** The words with no-break spaces between them: a date or a time that no line break divides. */
export const unbroken = (words: string): string => words.replaceAll(' ', '\u00A0');
