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
  const baseUrl = read.url('PERPLEXITY_BASE_URL', key === undefined ? sandboxUrl : 'https://api.perplexity.ai');
  // Another server may need no key (docs/reference/decisions.md#the-model).
  if (isPerplexityItself(baseUrl)) read.onlyWith(['PERPLEXITY_API_KEY'], 'PERPLEXITY_BASE_URL');
  return {
    isSandbox: key === undefined,
    apiKey: key ?? sandboxKeys.perplexity,
    baseUrl,
    model: readModelName(read),
    perDay: readDollars(read, 'PERPLEXITY_DOLLARS_PER_DAY', 0),
  };
}

/** Whether an address is the first provider's own. */
export function isPerplexityItself(address: string): boolean {
  return /(?:^|\.)perplexity\.ai$/.test(URL.parse(address)?.hostname ?? '');
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
 * @returns null without a key that counts
 */
export function readSecondModel(
  read: SettingsReader,
  { sandboxUrl, isPlayground }: { readonly sandboxUrl: string; readonly isPlayground: boolean },
): SecondModelSettings | null {
  // Without the first provider they are a developer's, for other programs.
  if (read.optional('PERPLEXITY_API_KEY') !== undefined) {
    read.onlyWith(['OPENAI_API_KEY'], 'OPENAI_BASE_URL', 'OPENAI_MODEL');
  }
  const key = secondKey(read);
  const isSandbox = key === undefined || key === sandboxKeys.openai;
  const sandbox = { apiKey: sandboxKeys.openai, baseUrl: `${sandboxUrl}/openai/v1`, model: 'gpt-5.4-mini' };
  const own = {
    apiKey: key ?? sandbox.apiKey,
    baseUrl: read.url('OPENAI_BASE_URL', isSandbox ? sandbox.baseUrl : 'https://api.openai.com/v1'),
    model: read.text('OPENAI_MODEL', sandbox.model),
  };
  const settings = {
    isSandbox,
    ...(key === undefined ? sandbox : own),
    perDay: readDollars(read, 'OPENAI_DOLLARS_PER_DAY', 50),
    perCall: readDollars(read, 'OPENAI_DOLLARS_PER_CALL', 0.017),
    name: readSecondModelName(read),
  };
  return key === undefined && !isPlayground ? null : settings;
}

/**
 * A developer's environment often has this key, and an address with it. They count only together with the first
 * provider's, so that a question to the sandbox never leaves the machine.
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

/** What the demo may cost in a day, in microdollars. There is always an end; the default is that of 2,000 usual searches. */
export function readDemoBudget(read: SettingsReader): number {
  return Math.round(read.number('DEMO_DOLLARS_PER_DAY', 10, { min: 0.05, max: 1000 }) * 1e6);
}

/** The share of a provider's daily budget that visitors may spend; the rest is for paying subscribers. */
const demoShare = 1 / 4;
/**
 * What a call may cost, as a multiple of what one without a price is taken to cost: with the first provider's prices two
 * searches that read 39,000 tokens, where the usual call has one and reads some 8,000.
 */
const costMaxFactor = 3;

/** What a call of the first provider may cost, in microdollars: the demo reserves it before the call. */
export const firstCallMax = ({ modelCall }: { readonly modelCall: number }): number => costMaxFactor * modelCall;

/**
 * What the demo may spend in a day while it asks a provider with this budget: its own, or its share of that, if less. All
 * in microdollars; a budget of 0 is no limit.
 */
export function demoPartOf(demoPerDay: number, providerPerDay: number): number {
  return providerPerDay === 0 ? demoPerDay : Math.min(demoPerDay, Math.ceil(providerPerDay * demoShare));
}

function readDollars(read: SettingsReader, name: string, fallback: number): number {
  return Math.round(read.number(name, fallback, { min: 0, max: 1e6 }) * 1e6);
}
