import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '#server/testing/free-port.ts';
import { until } from '#server/testing/until.ts';

/**
 * Emulators of third parties that others wrote, none of them a dependency of ours. `emulate` 1.0 on the registry is another
 * package than Vercel's 0.12.
 */
const packages = ['emulate@0.12.2', '@copilotkit/aimock@1.43.0', 'maildev@3.0.0', 'cognito-local@5.3.0'];

/** The witnesses at their addresses on loopback. */
export type Witnesses = AsyncDisposable & {
  readonly twilioUrl: string;
  readonly modelUrl: string;
  readonly smtpUrl: string;
  readonly mailUrl: string;
  readonly cognitoUrl: string;
};

export const carrierAccount = {
  sid: `AC${'1'.repeat(32)}`,
  token: 'a-token-of-the-witness',
  service: `MG${'1'.repeat(32)}`,
};
export const identityPool = { id: 'us-east-1_Witness01', client: 'witnessclient0000000000000' };

/** Installs them below `folder`, unless that was done before. @throws without a registry */
export async function installWitnesses(folder: string): Promise<void> {
  const done = join(folder, 'installed');
  if (existsSync(done)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder });
  writeFileSync(done, packages.join('\n'));
}

export type WitnessOptions = {
  /** Where they are installed; their data goes below it, too. */
  readonly folder: string;
  /** The product's address for the carrier's webhook. */
  readonly publicUrl: string;
  readonly serviceNumber: string;
  /** What the model answers, by a part of the question. */
  readonly answers: Readonly<Record<string, string>>;
};

/** Starts all four, each with an account for the product. */
export async function startWitnesses({ folder, ...options }: WitnessOptions): Promise<Witnesses> {
  const stack = new AsyncDisposableStack();
  const data = join(folder, 'data');
  mkdirSync(join(data, '.cognito/db'), { recursive: true });
  writeFileSync(join(data, 'twilio.json'), JSON.stringify(twilioSeed(options)));
  const fixtures = Object.entries(options.answers).map(([userMessage, content]) => ({
    match: { userMessage },
    response: { content },
  }));
  writeFileSync(join(data, 'answers.json'), JSON.stringify({ fixtures }));
  writeFileSync(join(data, `.cognito/db/${identityPool.id}.json`), JSON.stringify(cognitoPool));
  writeFileSync(
    join(data, '.cognito/db/clients.json'),
    JSON.stringify({ Clients: { [identityPool.client]: cognitoClient } }),
  );
  const [twilio, model, smtp, mail, cognito] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const programs: [string, string[], Record<string, string>][] = [
    [
      'emulate/dist/index.js',
      ['start', '--service', 'twilio', '--port', `${twilio}`, '--seed', join(data, 'twilio.json')],
      {},
    ],
    [
      '@copilotkit/aimock/dist/cli.js',
      ['--port', `${model}`, '--fixtures', join(data, 'answers.json'), '--strict'],
      {},
    ],
    [
      'maildev/dist/bin/maildev.js',
      ['--smtp', `${smtp}`, '--ip', '127.0.0.1', '--web', `${mail}`, '--web-ip', '127.0.0.1'],
      {},
    ],
    ['cognito-local/lib/bin/start.js', [], { PORT: `${cognito}`, HOST: '127.0.0.1' }],
  ];
  for (const [file, args, env] of programs)
    stack.use(runNode(join(folder, 'node_modules', file), args, { env, cwd: data }));
  const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
  for (const port of [twilio, model, mail, cognito]) {
    await until(`a witness at port ${port}`, () =>
      fetch(urlOf(port)).then(
        () => true,
        () => false,
      ),
    );
  }
  return {
    twilioUrl: urlOf(twilio),
    modelUrl: urlOf(model),
    smtpUrl: `smtp://127.0.0.1:${smtp}`,
    mailUrl: urlOf(mail),
    cognitoUrl: urlOf(cognito),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function runNode(
  file: string,
  args: string[],
  { env, cwd }: { env: Record<string, string>; cwd: string },
): AsyncDisposable {
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const exited = once(child, 'exit');
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function twilioSeed({ publicUrl, serviceNumber }: Pick<WitnessOptions, 'publicUrl' | 'serviceNumber'>): object {
  const { sid, token, service } = carrierAccount;
  const smsUrl = `${publicUrl}/webhooks/twilio/messages`;
  return {
    twilio: {
      account: { sid, auth_token: token },
      phone_numbers: [{ phone_number: serviceNumber, sms_url: smsUrl }],
      messaging_services: [
        { sid: service, friendly_name: 'Askline', phone_numbers: [serviceNumber], inbound_request_url: smsUrl },
      ],
    },
  };
}

const minimum = {
  MinimumLength: 8,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
};
/** Written in the format of its own files: its ids cannot be chosen over its API, and ours must name a region. */
const cognitoPool = {
  Users: {},
  Options: {
    Id: identityPool.id,
    Name: 'askline',
    UsernameAttributes: ['email'],
    MfaConfiguration: 'OFF',
    Policies: { PasswordPolicy: minimum },
  },
};
const cognitoClient = {
  ClientId: identityPool.client,
  ClientName: 'askline',
  UserPoolId: identityPool.id,
  ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
  CreationDate: '2026-01-01T00:00:00.000Z',
  LastModifiedDate: '2026-01-01T00:00:00.000Z',
};
