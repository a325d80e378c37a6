/** Markup that needs no escaping. */
export type Html = { readonly markup: string };

type Value = Html | string | number | null | undefined | false | readonly Html[];

/** A template for markup. Values are escaped unless they are markup; null, undefined and false are omitted. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = parts.reduce((text, part, index) => text + filledIn(values[index - 1]) + part);
  return { markup };
}

function filledIn(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
