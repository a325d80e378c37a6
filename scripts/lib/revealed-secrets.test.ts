import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

/** The files that read the plaintext of a `Secret`, and what for. A new one is a decision (docs/decisions/0008-plaintext-is-in-memory-only.md). */
const readers: Readonly<Record<string, string>> = {
  'server/accounts/codes/texted-code.ts': 'makes a code for the page, and compares the hash of a texted one',
  'server/accounts/identity/cognito-identity.ts': "checks a new password against Cognito's rules",
  'server/accounts/identity/identity-codes.ts': 'writes a code into a text',
  'server/accounts/identity/password-hash.ts': 'hashes a password and compares it',
  'server/admin/operators/one-time-code.ts': "compares an operator's one-time code",
  'server/answers/ask-provider.ts': "adds the date to the question and formats the model's reply",
  'server/answers/claims/uncited.ts': 'compares what a reply says with its sources',
  'server/answers/computed/answer-computed.ts': 'computes an answer',
  'server/answers/demo.route.ts': 'shows an answer to the visitor who asked',
  'server/answers/question.ts': 'reads the exchange that a question follows',
  'server/answers/weather/answer-weather.ts': 'reads which forecast is asked for',
  'server/app/operator-command.ts': "prints an operator's new password once",
  'server/backup/sealed-file.ts': 'derives the key of a backup',
  'server/providers/cognito/pool-passwords.ts': 'gives a password to Cognito',
  'server/providers/responses-api.ts': 'sends a question to the model',
  'server/providers/smtp/mailer.ts': 'sends an email',
  'server/providers/twilio/carrier.ts': 'sends a text',
  'server/support/outbox/compose.ts': 'writes a code into an email',
  'server/support/outbox/templates.ts': 'writes the token of a link into an email',
  'server/texting/answering/answer-to.ts': 'reads whether a text refers back, and adds that there is more to an answer',
  'server/texting/answering/early-answers.ts': 'reads whether a text refers back',
  'server/texting/answering/recall.ts': 'takes the hint at MORE off the answer that a text follows',
  'server/texting/handoff/worker-links.ts': 'hands a text to the worker over a local socket',
  'server/texting/inbound/receive-text.ts': 'decides which reply a text gets',
  'server/texting/outbound/proactive-texts.ts': 'counts the segments of a text',
  'server/texting/recovery/restored-texts.ts': 'reads consents from texts after a restore',
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file));

const reveals = (file: string): boolean => readFileSync(join(root, file), 'utf8').includes('.reveal()');

test('plaintext is read only in the files that are listed for it, each with its use', () => {
  expect(files.filter(reveals).toSorted()).toEqual(Object.keys(readers).toSorted());
});

test('nothing that talks to the database, logs or counts reads plaintext', () => {
  expect(
    Object.keys(readers).filter((file) => /\.(?:repo|job)\.ts$|^server\/(?:db|observability)\//.test(file)),
  ).toEqual([]);
});
