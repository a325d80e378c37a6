import { isLoopback } from '#server/platform/loopback.ts';

import { parseDatabaseUrl } from './database-url.ts';
import type { SettingsReader } from './env-reader.ts';
import type { LeftOver } from './left-over.ts';

/** The reasons for production to refuse a start, by the name with which `INSIST` overrides each. */
const insistNames = [
  'http_public_url',
  'weak_admin_password',
  'weak_secrets',
  'plain_http_providers',
  'loopback_providers',
  'test_payments',
  'any_proxy',
  'plain_smtp',
  'plain_database',
  'example_values',
] as const;

type InsistName = (typeof insistNames)[number];

/** Whether the operator overrides a refusal. */
export type Insists = (name: InsistName) => boolean;

/** Reads `INSIST`: comma-separated names. An unknown name is a fault, so that a typo overrides nothing. */
export function readInsists(read: SettingsReader): Insists {
  const names = read.list('INSIST', []);
  const known: readonly string[] = insistNames;
  if (names.some((name) => !known.includes(name)))
    read.fault(`INSIST must be some of ${insistNames.join(', ')}, separated by commas`);
  return (name) => names.includes(name);
}

/** The settings that are checked; addresses by their setting. */
export type ProductionSettings = {
  readonly publicUrl: string;
  readonly trustProxy: readonly string[];
  readonly providers: Readonly<Record<string, string>>;
  /** The settings of providers whose webhooks would be verified with the sandbox's published secret. */
  readonly withoutKeys: readonly string[];
  /** Whether payments go to Stripe itself in test mode. */
  readonly hasTestPayments: boolean;
  /** Addresses of the operator's own that the product calls; they may be on this machine. */
  readonly channels: Readonly<Record<string, string>>;
  readonly smtpUrl: string;
  readonly databaseUrl: string;
  /** Settings that are not the operator's own yet (left-over.ts). */
  readonly leftOver: readonly LeftOver[];
};

const secretNames = ['SESSION_SECRET', 'ADMIN_TOKEN', 'METRICS_TOKEN', 'PHONE_HASH_SECRET', 'LETTER_SECRET'];

/**
 * Refuses to start a production that would send secrets unencrypted, trust forged addresses, or have guessable secrets
 * (docs/reference/security.md#t33). Every fault names its setting, the remedy and the way to insist, never a value.
 * `SANDBOX=true` insists on a demonstration: providers on this machine, its own plain address, examples.
 */
export function refuseUnsafeProduction(read: SettingsReader, insists: Insists, settings: ProductionSettings): void {
  const isDemonstration = read.flag('SANDBOX');
  const refuse = (name: InsistName, isUnsafe: boolean, sentence: string): void => {
    if (isUnsafe && !insists(name)) read.fault(`${sentence}, or INSIST=${name}`);
  };
  const { publicUrl, providers, smtpUrl, databaseUrl } = settings;
  const password = read.optional('ADMIN_PASSWORD');
  const backupKey = read.optional('BACKUP_KEY');

  if (!(isDemonstration && isLoopback(publicUrl))) {
    const remedy = 'put a proxy with TLS in front and set the https address';
    refuse('http_public_url', !publicUrl.startsWith('https:'), `PUBLIC_URL is not https: ${remedy}`);
  }
  refuse(
    'weak_admin_password',
    password !== undefined && isGuessable(password),
    'ADMIN_PASSWORD can be guessed: use 12 characters or more that are no common word or pattern',
  );
  for (const name of secretNames) {
    const secret = read.optional(name);
    const remedy = 'make one with `openssl rand -base64 32`';
    refuse('weak_secrets', secret !== undefined && !hasBits(secret, 128), `${name} has less than 128 bits: ${remedy}`);
  }
  refuse(
    'weak_secrets',
    backupKey !== undefined && isGuessable(backupKey),
    'BACKUP_KEY can be guessed: make one with `openssl rand -base64 32`',
  );
  for (const [name, address] of Object.entries({ ...providers, ...settings.channels })) {
    const isPlain = address.startsWith('http:') && !isLoopback(address);
    refuse('plain_http_providers', isPlain, `${name} is not https: set its https address`);
  }
  for (const [name, address] of Object.entries({ ...providers, SMTP_URL: smtpUrl })) {
    if (isDemonstration) continue;
    const remedy = 'set the provider up, or SANDBOX=true for a demonstration';
    refuse('loopback_providers', isLoopback(address), `${name} points to this machine: ${remedy}`);
  }
  for (const name of settings.withoutKeys) {
    if (isDemonstration) continue;
    refuse('loopback_providers', true, `${name} is not set: set the provider up, or SANDBOX=true for a demonstration`);
  }
  refuse(
    'test_payments',
    settings.hasTestPayments && !isDemonstration,
    'STRIPE_SECRET_KEY is a test key, with which anyone gets a plan for a test card: set the live keys',
  );
  refuse(
    'any_proxy',
    settings.trustProxy.some(isTooWide),
    'TRUST_PROXY trusts everyone: name the addresses or networks of your proxies',
  );
  refuse(
    'plain_database',
    isPlainDatabase(databaseUrl),
    'DATABASE_URL is on another machine without TLS: add ?sslmode=verify-full, or sslmode=require',
  );
  for (const { problem, remedy } of settings.leftOver)
    refuse('example_values', !isDemonstration, `${problem}: ${remedy}`);
}

/** Whether a network is larger than 10.0.0.0/8 or fc00::/7, the largest private ones: no proxy has one. */
function isTooWide(entry: string): boolean {
  const [address = '', length] = entry.split('/');
  return length !== undefined && Number(length) < (address.includes(':') ? 7 : 8);
}

/** Whether PostgreSQL would be reached over a network without TLS, by the client library's reading of the address. */
function isPlainDatabase(address: string): boolean {
  const url = parseDatabaseUrl(address);
  if (url === null || url.protocol === 'socket:') return false;
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const isHere = host === '' || host.startsWith('/') || isLoopback(`tcp://${host}`);
  const mode = url.searchParams.get('sslmode') ?? '';
  const isTls =
    /^(?:require|verify-ca|verify-full|no-verify)$/.test(mode) ||
    /^(?:1|true)$/.test(url.searchParams.get('ssl') ?? '');
  return !isHere && !isTls;
}

/**
 * Whether a random secret has at least `bits` bits: its length times the bits of one character of its alphabet.
 * Repetitions and few different characters count as not random.
 */
function hasBits(secret: string, bits: number): boolean {
  const perCharacter = /^\d+$/.test(secret)
    ? Math.log2(10)
    : /^[\da-f]+$/i.test(secret)
      ? 4
      : /^[a-z]+$|^[A-Z]+$/.test(secret)
        ? Math.log2(26)
        : 5.9;
  return secret.length * perCharacter >= bits && new Set(secret).size >= 8 && !/^(.{1,16}?)\1+$/.test(secret);
}

const commonPieces =
  /password|passwort|askline|admin|letmein|welcome|qwert|abc123|changeme|secret|iloveyou|monkey|dragon|(?:0123|1234|2345|3456|4567|5678|6789)|(.)\1{2}/gi;

/**
 * Whether a password is short, has few different characters, or consists of words and patterns that are tried first.
 */
function isGuessable(password: string): boolean {
  const rest = password.replace(commonPieces, '');
  return password.length < 12 || new Set(password).size < 6 || rest.length < 8;
}
