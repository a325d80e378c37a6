import type { SettingsReader } from './env-reader.ts';

/** The keys that the sandbox expects (sandbox/README.md); no real provider accepts them. */
const sandboxKeys = { perplexity: 'sandbox_perplexity_key', openai: 'sandbox_openai_key' } as const;

/** The first provider's small model (docs/reference/decisions.md#the-model). */
const smallModel = 'perplexity/sonar';

/** How an answer provider is reached, and what it may cost. */
export type ModelSettings = {
  readonly isSandbox: boolean;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** The daily budget of all processes together, in microdollars; 0: no limit. */
  readonly perDay: number;
};

/** The second answer provider: it reports no prices, and its server may be anyone's. */
export type SecondModelSettings = ModelSettings & {
  /** Its name on pages and in reports. */
  readonly name: string;
  /** The assumed cost of a call, in microdollars. */
  readonly perCall: number;
};

/** The provider asked first: Perplexity. */
export function readModel(read: SettingsReader, sandboxUrl: string): ModelSettings {
  const key = read.optional('PERPLEXITY_API_KEY');
  return {
    isSandbox: key === undefined,
    apiKey: key ?? sandboxKeys.perplexity,
    baseUrl: read.url('PERPLEXITY_BASE_URL', key === undefined ? sandboxUrl : 'https://api.perplexity.ai'),
    model: readModelName(read),
    perDay: readDollars(read, 'PERPLEXITY_DOLLARS_PER_DAY', 0),
  };
}

function readModelName(read: SettingsReader): string {
  return read.text('PERPLEXITY_MODEL', smallModel);
}

/** Whether the pages may state the tier of the first provider's model. */
export function readIsSmallModel(read: SettingsReader): boolean {
  return readModelName(read) === smallModel;
}

/**
 * The provider asked if the first one fails: any server of OpenAI's Responses API with web search.
 * @param isPlayground whether the sandbox plays it if it plays the first one
 * @returns null without a key
 */
export function readSecondModel(
  read: SettingsReader,
  { sandboxUrl, isPlayground }: { readonly sandboxUrl: string; readonly isPlayground: boolean },
): SecondModelSettings | null {
  const key = secondKey(read) ?? (isPlayground ? sandboxKeys.openai : undefined);
  const isSandbox = key === sandboxKeys.openai;
  const settings = {
    isSandbox,
    baseUrl: read.url('OPENAI_BASE_URL', isSandbox ? `${sandboxUrl}/openai/v1` : 'https://api.openai.com/v1'),
    model: read.text('OPENAI_MODEL', 'gpt-5.4-mini'),
    perDay: readDollars(read, 'OPENAI_DOLLARS_PER_DAY', 50),
    perCall: readDollars(read, 'OPENAI_DOLLARS_PER_CALL', 0.017),
    name: readSecondModelName(read),
  };
  return key === undefined ? null : { ...settings, apiKey: key };
}

/**
 * A developer's environment often has this key. It counts only together with the first provider's, so that a question
 * to the sandbox never leaves the machine.
 */
function secondKey(read: SettingsReader): string | undefined {
  const key = read.optional('OPENAI_API_KEY');
  return key === sandboxKeys.openai || read.optional('PERPLEXITY_API_KEY') !== undefined ? key : undefined;
}

/** The name of the second provider on pages; null if no settings name one. Pages do not show the sandbox's. */
export function readSecondModelOnPages(read: SettingsReader): string | null {
  return secondKey(read) === undefined ? null : readSecondModelName(read);
}

function readSecondModelName(read: SettingsReader): string {
  const name = read.text('OPENAI_NAME', 'OpenAI');
  if (name.length > 60 || /[\p{Cc}<>{}]/u.test(name)) {
    read.fault('OPENAI_NAME must be one line of at most 60 characters, without < > { }');
  }
  return name;
}

function readDollars(read: SettingsReader, name: string, fallback: number): number {
  return Math.round(read.number(name, fallback, { min: 0, max: 1e6 }) * 1e6);
}
