const label = /^[ \t]*(?:the )?(?:user(?:'s)? )?(?:question|query|text|message)[ \t]*[:=][ \t]*/im;
/** Lines of context, e.g. `Today is Friday, November 20, 2026.`, `Place: Chicago` or `(It is Friday, ...)`. */
const setting =
  /^[ \t([]*(?:(?:today|now|(?:the )?(?:current |local )?(?:date|time|day|weekday|place|location|zip|time ?zone|context))\b[^\n:=]{0,30}(?: is |[:=])|it is (?:now )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)/i;

/**
 * Finds the question in a request: after a label such as `Question:`, otherwise the last line that is not about date,
 * time or place, otherwise the whole text.
 */
export function readQuestion(input: string): string {
  const lines = input.split('\n').filter((line) => line.trim() !== '');
  const labeled = lines.findLast((line) => label.test(line) && !setting.test(line));
  if (labeled !== undefined) return squeeze(labeled.replace(label, ''));
  return squeeze(lines.findLast((line) => !setting.test(line)) ?? lines.at(-1) ?? '');
}

function squeeze(text: string): string {
  return text
    .trim()
    .replace(/^["“'](.*)["”']$/s, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
