import { expect, test } from 'vitest';

import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { createLog, errorFields } from './log.ts';
import { signalsOfLine } from './signals/signal-lines.ts';
import { signalCodes, signals } from './signals/signals.ts';

/** A log at a level, with the lines that it writes and the signals that it reports. */
function testLog(level: string) {
  const lines: string[] = [];
  const log = createLog(level, { write: (line: string) => void lines.push(line) });
  const reported: string[] = [];
  log.onSignal(({ code }) => reported.push(code));
  return { ...log, lines, reported };
}

const signalCodesOf = (line: Record<string, string | number>) => signalsOfLine(line).map(({ code }) => code);

const events = signalCodes.flatMap((code) => {
  const { rule } = signals[code];
  return rule.kind === 'event' ? rule.lines.map((fields) => [code, fields] as const) : [];
});

test.each(events)('the logging toggle silences no event of %s: %o', (code, fields) => {
  const { log, lines, reported, ...toggle } = testLog('info');
  toggle.setLogging(false);
  log.info({ event: 'request' }, 'a request');
  log.warn({ event: 'some_event', ...fields }, 'it happened');
  expect(reported).toContain(code);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([expect.objectContaining(fields)]);
});

test('a log level that writes nothing silences no signal', () => {
  const { log, securityLog, lines, reported } = testLog('silent');
  log.error({ event: 'duplicate_detected' }, 'the carrier has this text twice');
  securityLog.warn({ event: 'operator_code_refused' }, 'a wrong code');
  expect(reported).toEqual(['duplicate_detected', 'operator_code_refused']);
  expect(lines).toEqual([]);
});

test.each(['error', 'warn'])('the log level %s leaves the security log as it is', (level) => {
  const { log, securityLog, lines } = testLog(level);
  log.info({ event: 'request' }, 'a request');
  securityLog.info({ event: 'password_reset' }, 'a password was reset');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ event: 'password_reset', level: 'info' }),
  ]);
});

test('a third party that refuses our credentials is a signal of its own, whichever line says so', () => {
  const refused = errorFields(new ProviderError('payments', 'auth', { code: 'api_key_expired' }));
  expect(signalCodesOf({ event: 'job_failed', ...refused })).toEqual(['jobs_failing', 'payments_refuse_keys']);
  const away = errorFields(new ProviderError('payments', 'unavailable'));
  expect(signalCodesOf({ event: 'payments_failed', ...away })).toEqual([]);
  const restricted = errorFields(new ProviderError('payments', 'rejected', { code: '400' }));
  expect(signalCodesOf({ event: 'payments_failed', ...restricted })).toEqual(['payments_rejected']);
});

test('a job that runs rarely, an account that is not deleted and an entry that was put aside are signals', () => {
  expect(signalCodesOf({ event: 'job_failed', job: 'renewal-reminders' })).toEqual([
    'jobs_failing',
    'daily_jobs_failing',
  ]);
  for (const event of ['operation_put_aside', 'journal_line_unknown']) {
    expect(signalCodesOf({ event })).toEqual(['journal_entry_put_aside']);
  }
  expect(signalCodesOf({ event: 'deletion_failed' })).toEqual(['deletions_failing']);
});

test('a signal of the start, such as of a damaged journal, is told to the first who listens', () => {
  const { log, ...logSwitch } = createLog('silent', { write: () => undefined });
  log.error({ event: 'journal_line_unknown' }, 'an entry of the journal is unknown');
  const [first, second]: string[][] = [[], []];
  logSwitch.onSignal(({ code }) => first?.push(code));
  logSwitch.onSignal(({ code }) => second?.push(code));
  expect([first, second]).toEqual([['journal_entry_put_aside'], []]);
});

test('the security log counts its events whether or not the operator switched logging off', () => {
  const { securityLog, lines, ...logSwitch } = testLog('info');
  const counted: string[] = [];
  logSwitch.onSecurityEvent((event) => counted.push(event));
  logSwitch.setLogging(false);
  securityLog.warn({ event: 'login_failed' }, 'a login failed');
  expect(counted).toEqual(['login_failed']);
  expect(lines).toHaveLength(1);
});
