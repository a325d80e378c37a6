import type { Config } from '#server/config/config.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';
import type { Mailer } from '#server/providers/ports/mailer.ts';
import type { Weather } from '#server/providers/ports/weather.ts';

import { advice, fault, faultOfCall, type Finding, ok } from './finding.ts';

type CheckedModel = {
  /** Its name in the report. */
  readonly name: string;
  /** The settings to check after a refusal. */
  readonly keys: string;
  readonly baseUrl: string;
  readonly model: string;
  /** The assumed cost of a call in microdollars, if the provider reports no price. */
  readonly perCall?: number;
};

/** Asks an answer provider one question like a text's, which costs half a cent to two cents. */
export async function checkModel(
  client: AnswerModel,
  { name, keys, baseUrl, model, perCall }: CheckedModel,
): Promise<Finding[]> {
  const prompt = {
    instructions: 'Answer in one short sentence.',
    earlier: [],
    input: new Secret('What is the capital of Ohio?'),
    place: { city: null, region: null, timeZone: null },
  };
  const began = performance.now();
  try {
    const { cost } = await client.ask(prompt, AbortSignal.timeout(30_000));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const microdollars = cost.microdollars ?? perCall;
    const price = microdollars === undefined ? '' : `, for ${(microdollars / 10_000).toFixed(2)} cents`;
    return [ok(`${name} ${model} answered in ${seconds} s${price}.`)];
  } catch (error) {
    return [faultOfCall(error, { name, keys, address: baseUrl })];
  }
}

/** Asks for the forecast of one place. */
export async function checkWeather(client: Weather, address: string): Promise<Finding[]> {
  try {
    await client.forecast({ latitude: 39.74, longitude: -97.08 }, AbortSignal.timeout(20_000));
    return [ok('The weather service gives forecasts.')];
  } catch (error) {
    return [faultOfCall(error, { name: 'The weather service', keys: 'WEATHER_BASE_URL and WEATHER_CONTACT', address })];
  }
}

/** Connects and logs in; sends no email. */
export async function checkMail(mailer: Pick<Mailer, 'check'>): Promise<Finding[]> {
  try {
    await mailer.check();
    return [ok('The mail server takes our credentials.')];
  } catch (error) {
    return [faultOfCall(error, { name: 'The mail server', keys: 'SMTP_URL', address: 'the address in SMTP_URL' })];
  }
}

/**
 * Checks that visitors can be distinguished. Askline itself serves plain http, so an https site has a proxy in front,
 * and only `TRUST_PROXY` lets that proxy name the client.
 */
export function checkProxies({ publicUrl, trustProxy }: Config['http']): Finding[] {
  if (trustProxy.length > 0) return [ok('TRUST_PROXY names the proxies that may say which address a visitor has.')];
  if (!publicUrl.startsWith('https:')) return [ok('No proxy is trusted: the address of a connection is the visitor.')];
  return [
    fault(
      'PUBLIC_URL is https, so a proxy stands in front, and TRUST_PROXY is not set: all visitors count as one.',
      'Set TRUST_PROXY to the address or network that the proxy connects from.',
    ),
  ];
}

/** Checks the secrets that a production should set explicitly. */
export function checkSecrets({ isProduction, secrets }: Pick<Config, 'isProduction' | 'secrets'>): Finding[] {
  const isAdminOff = secrets.adminPassword === null && secrets.adminToken === null;
  if (isAdminOff)
    return [advice('Only named operators can open the admin area.', 'Set ADMIN_TOKEN for scripts and outages.')];
  return [ok(isProduction ? 'The secrets are set.' : 'The secrets are set, or were made and lie in DATA_DIR/secrets.')];
}
