/** A question as the model understands the request: its text, and the moment and time zone of the asker. */
export type Question = {
  readonly text: string;
  /** The moment given in the request, else the model's clock. */
  readonly now: Date;
  /** The asker's IANA zone; UTC if the request gives none. */
  readonly timeZone: string;
};

const label = /^[ \t]*(?:the )?(?:user(?:'s)? )?(?:question|query|text|message)[ \t]*[:=][ \t]*/im;
/** Lines of context, e.g. `Today is Friday, November 20, 2026.`, `Place: Chicago` or `(It is Friday, ...)`. */
const setting =
  /^[ \t([]*(?:(?:today|now|(?:the )?(?:current |local )?(?:date|time|day|weekday|place|location|zip|time ?zone|context))\b[^\n:=]{0,30}(?: is |[:=])|it is (?:now )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)/i;

/**
 * Finds the question in a request: after a label such as `Question:`, else the last line that is not about date, time
 * or place, else the whole text. Date, time and zone in the other lines are the asker's.
 */
export function readQuestion(input: string, now: Date): Question {
  const text = findQuestion(input);
  const rest = input.replace(text, '');
  const clock = findClock(rest);
  return { text: squeeze(text), now: clock?.now ?? now, timeZone: findTimeZone(rest) ?? clock?.timeZone ?? 'UTC' };
}

function findQuestion(input: string): string {
  const lines = input.split('\n').filter((line) => line.trim() !== '');
  const labeled = lines.findLast((line) => label.test(line) && !setting.test(line));
  if (labeled !== undefined) return labeled.replace(label, '');
  return lines.findLast((line) => !setting.test(line)) ?? lines.at(-1) ?? '';
}

function squeeze(text: string): string {
  return text
    .trim()
    .replace(/^["“'](.*)["”']$/s, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** IANA zones by the names that prompts use: the zone's name, or its abbreviation in ICU. */
const zonesByName: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  central: 'America/Chicago',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mountain: 'America/Denver',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pacific: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  alaska: 'America/Anchorage',
  akst: 'America/Anchorage',
  akdt: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  hst: 'Pacific/Honolulu',
  gmt: 'UTC',
  utc: 'UTC',
};

/** The IANA zone of a name such as `central` or `PST`; undefined for any other text. */
export function zoneOfName(name: string): string | undefined {
  return zonesByName[name.toLowerCase()];
}

function findTimeZone(input: string): string | undefined {
  const iana = /\b((?:America|Pacific|Europe|Asia|Africa|Australia|Atlantic|Indian)\/[A-Z][\w/+-]+)/.exec(input)?.[1];
  if (iana !== undefined && isTimeZone(iana)) return iana;
  const name = /\b(eastern|central|mountain|pacific|alaska|hawaii)(?: standard| daylight)? time\b/i.exec(input)?.[1];
  return zoneOfName(name ?? '');
}

const clockTime =
  /(?:day,? )?([A-Z][a-z]+ \d{1,2}, \d{4}),?(?: at)? (\d{1,2}:\d{2})[\s\u202f]?([AP]M),? ([A-Z]{3,4}|GMT[+-][\d:]+)([^()]{0,25})/g;

/** A date and time with its zone, e.g. `Friday, November 20, 2026, 3:45 PM CST`: the asker's, if there are several. */
function findClock(input: string): { now: Date; timeZone: string | undefined } | undefined {
  const clocks = [...input.matchAll(clockTime)];
  const [, date = '', time = '', half = '', zone = ''] =
    clocks.find((one) => one[5]?.includes('person')) ?? clocks[0] ?? [];
  const timeZone = zoneOfName(zone);
  // JavaScript reads the abbreviations of the four mainland zones, and offsets without a colon.
  const now = new Date(`${date} ${time} ${half} ${zone.replace(/^GMT([+-])(\d)(?!\d)/, 'GMT$10$2').replace(':', '')}`);
  return Number.isNaN(now.getTime()) ? undefined : { now, timeZone };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
