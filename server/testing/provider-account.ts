import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { readProviderSettings } from '#server/config/provider-settings.ts';
import type { Finding } from '#server/doctor/finding.ts';
import { type ProviderName, providerChecks } from '#server/doctor/provider-checks.ts';
import { setUp } from '#server/doctor/set-up.ts';

/** Our account at a third party, as the sandbox plays it over the real wire, and the settings that go with it. */
export type ProviderAccount = AsyncDisposable & {
  readonly sandbox: Sandbox;
  /** The operator's settings; a repair adds to them. */
  readonly env: Record<string, string>;
  /** The doctor's findings, without those that say that all is well. */
  readonly find: () => Promise<Finding[]>;
  /** `npm run setup -- NAME --yes`: the lines that it prints, and whether everything is fixed. */
  readonly mend: (isDryRun?: boolean) => Promise<{ isMended: boolean; lines: string[] }>;
};

export const publicUrl = 'https://hearthtext.com';

/** @param changes of the settings. @param start of the sandbox: `empty` as a new customer has it, `done` as after a set-up */
export async function openAccount(
  name: ProviderName,
  start: 'empty' | 'done',
  changes: Readonly<Record<string, string>> = {},
): Promise<ProviderAccount> {
  const numbers = changes['SANDBOX_NUMBERS'] ?? '+12025550100,+18335550101';
  const own = { SANDBOX_SETUP: start, SERVICE_PHONE_NUMBERS: numbers };
  const sandbox = await startSandbox({ port: 0, productUrl: publicUrl, env: own });
  const env: Record<string, string> = {
    PUBLIC_URL: publicUrl,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'sandbox_twilio_auth_token',
    SERVICE_PHONE_NUMBERS: numbers,
    TWILIO_API_BASE_URL: sandbox.url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_API_BASE_URL: sandbox.url,
    COGNITO_USER_POOL_ID: 'us-east-1_Sandbox00',
    COGNITO_ENDPOINT: `${sandbox.url}/cognito`,
    ...(start === 'done' && {
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
      COGNITO_CLIENT_ID: 'sandboxclient00000000000000',
    }),
    ...changes,
  };
  const { check, faultOf } = providerChecks[name];
  const keep = async (setting: string, value: string): Promise<void> => {
    env[setting] = value;
  };
  const checkNow = (): Promise<Finding[]> => check(readProviderSettings(env), keep);
  return {
    sandbox,
    env,
    find: async () => (await checkNow()).filter(({ kind }) => kind !== 'ok'),
    async mend(isDryRun = false) {
      const lines: string[] = [];
      const isMended = await setUp({
        check: checkNow,
        faultOf: (error) => faultOf(error, readProviderSettings(env)),
        agrees: isDryRun ? null : async () => true,
        print: (line) => lines.push(line),
      });
      return { isMended, lines };
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}
