/** A text in its compatibility form (NFKD) without accents: "mañana" becomes "manana", "①" becomes "1". */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '');
}
