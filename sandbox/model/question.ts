/** A question as the model understands the request: the words, and the moment and place they were asked in. */
export type Question = {
  readonly text: string;
  /** The moment, from the request where it tells one, else the model's own clock. */
  readonly now: Date;
  /** IANA zone of the person who asks; UTC where the request tells none. */
  readonly timeZone: string;
};

const label = /^[ \t]*(?:the )?(?:user(?:'s)? )?(?:question|query|text|message)[ \t]*[:=][ \t]*/im;
/** Lines that give the setting, e.g. `Today is Friday, November 20, 2026.` or `Place: Chicago`. */
const setting =
  /^[ \t]*(?:(?:today|now|(?:the )?(?:current |local )?(?:date|time|day|weekday|place|location|zip|time ?zone|context))\b[^\n:=]{0,30}(?: is |[:=])|it is (?:now )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)/i;

/**
 * Finds the question in what a caller sent: after a label such as `Question:`, else the last line that is not about
 * date, time or place, else all of it. A zone named in the other lines is the asker's.
 */
export function readQuestion(input: string, now: Date): Question {
  return { text: findQuestion(input), now, timeZone: findTimeZone(input) };
}

function findQuestion(input: string): string {
  const labelled = label.exec(input);
  if (labelled) return squeeze(input.slice(labelled.index + labelled[0].length));
  const lines = input.split('\n').filter((line) => line.trim() !== '');
  return squeeze(lines.findLast((line) => !setting.test(line)) ?? lines.at(-1) ?? '');
}

function squeeze(text: string): string {
  return text
    .trim()
    .replace(/^["“'](.*)["”']$/s, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Common names of zones, as a prompt might write them instead of the IANA name. */
const namedZones: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
};

function findTimeZone(input: string): string {
  const iana = /\b((?:America|Pacific|Europe|Asia|Africa|Australia|Atlantic|Indian)\/[A-Z][\w/+-]+)/.exec(input)?.[1];
  if (iana !== undefined && isTimeZone(iana)) return iana;
  const name = /\b(eastern|central|mountain|pacific|alaska|hawaii)(?: standard| daylight)? time\b/i.exec(input)?.[1];
  return namedZones[name?.toLowerCase() ?? ''] ?? 'UTC';
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
