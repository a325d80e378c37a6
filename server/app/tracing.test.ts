import twilio from 'twilio';
import { expect, test } from 'vitest';

import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { type CollectedSpan, startTraceCollector } from '#server/testing/trace-collector.ts';
import { until } from '#server/testing/until.ts';
import { redactCarrierCopies } from '#server/texting/retention/redact-carrier-copies.job.ts';

const stranger = { traceId: 'beefbeefbeefbeefbeefbeefbeefbeef', spanId: 'cafecafecafecafe' };

/** Delivers the webhook of a text again, as a proxy might. @returns the status */
async function deliverAgain(app: TestApp, fields: Record<string, string>): Promise<number> {
  const url = `${app.url}/webhooks/twilio/messages`;
  const { authToken } = app.product.deps.config.carrier;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, fields),
      traceparent: `00-${stranger.traceId}-${stranger.spanId}-01`,
      baggage: 'who=strangersbaggage',
    },
    body: new URLSearchParams(fields),
  });
  return response.status;
}

/** The spans of each trace, each below its parent, in alphabetical order. */
function treesOf(spans: readonly CollectedSpan[]): string[] {
  const draw = ({ name, spanId, traceId }: CollectedSpan, indent: string): string[] => {
    const below = spans.filter((one) => one.parentId === spanId && one.traceId === traceId);
    const lines = below.map((one) => draw(one, `${indent}  `).join('\n'));
    return [indent + name, ...lines.toSorted()];
  };
  return spans.filter(({ parentId }) => parentId === '').map((first) => draw(first, '').join('\n'));
}

/**
 * On a busy machine, a worker asks the model instead of the process that stores the text (texting/answering/early-answers.ts).
 */
function asIfAskedEarly(tree: string): string {
  const late = '\n    answer.format\n    model.call';
  if (!tree.includes(late)) return tree;
  return tree
    .replace(late, '')
    .replace('text.receive\n', 'text.receive\n  answer.format\n')
    .replace('  copy.redact\n', '  copy.redact\n  model.call\n');
}

const textTree = `text.receive
  answer.format
  copy.redact
  model.call
  text.answer
    send.call
    send.open
    send.record
  text.store
  text.wait`;
/** The trace of a text whose webhook came twice. */
const repeatedTree = textTree.replace('  text.store\n', '  text.receive\n  text.store\n  text.store\n');

test('a text is traced from the webhook to the end of its copies, and nothing that leaves tells who or what', async () => {
  await using collector = await startTraceCollector();
  await using app = await startTestApp({
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=key%20of%20the%20operator',
      OTEL_SERVICE_NAME: 'askline-under-test',
    },
    sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
  });
  const { deps } = app.product;
  const phones = [app.phone(), app.phone()] as const;
  const [phone] = phones;
  const userIds = [await app.subscriber(phone), await app.subscriber(phones[1])];
  const words = 'marigoldcathedral prefers thimbleweather tonight';
  // Concurrently, so that they may share a transaction.
  const sids = await Promise.all(phones.map((one) => app.text(one, words)));
  const answers = (await Promise.all(phones.map((one) => app.finalReplies(one, 1)))).flat();
  const { rows } = await until('the last reports', async () => {
    const delivered = `select id, provider_sid as sid from outbound_texts where delivery = 'delivered'`;
    const found = await deps.pool.query<{ id: string; sid: string }>(delivered);
    return found.rows.length === 2 && found;
  });
  const { accountSid } = deps.config.carrier;
  const again = { MessageSid: sids[0] ?? '', AccountSid: accountSid, From: phone, To: '+12025550100', Body: words };
  expect(await deliverAgain(app, again)).toBe(200);
  for (const table of ['inbound_texts', 'outbound_texts']) {
    await deps.pool.query(`update ${table} set redact_at = now() where redact_at is not null`);
  }
  await redactCarrierCopies(deps);
  await app.product.stop();

  const spans = collector.spans();
  expect(spans.filter(({ hasFailed }) => hasFailed)).toEqual([]);
  // The carrier decides how many reports there are.
  const [reports, others] = [true, false].map((is) => spans.filter(({ name }) => (name === 'message.report') === is));
  const sentTree = 'message.sent\n  copy.redact';
  const trees = treesOf(others ?? []).map(asIfAskedEarly);
  expect(trees.toSorted()).toEqual([sentTree, sentTree, repeatedTree, textTree].toSorted());
  const sent = spans.filter(({ name }) => name === 'message.sent');
  expect(new Set(reports?.map(({ parentId }) => parentId))).toEqual(new Set(sent.map(({ spanId }) => spanId)));
  const calls = spans.filter(({ name }) => name === 'send.call');
  expect(calls.flatMap(({ links }) => links).toSorted()).toEqual(sent.map(({ spanId }) => spanId).toSorted());
  expect(sent.flatMap(({ links }) => links).toSorted()).toEqual(calls.map(({ spanId }) => spanId).toSorted());
  const model = spans.find(({ name }) => name === 'model.call');
  expect(model?.attributes).toEqual({ 'askline.provider': 'perplexity', 'askline.outcome': 'answered' });

  const bytes = Buffer.concat(collector.bodies).toString('latin1').toLowerCase();
  const people = [...phones, ...phones.map((one) => one.slice(1)), ...phones.map((one) => one.slice(-7)), ...userIds];
  const ids = [...sids, ...rows.flatMap((row) => [row.id, row.sid]), ...Object.values(stranger), 'strangersbaggage'];
  const said = [words, ...words.split(' '), ...answers, ...answers.flatMap((answer) => answer.split(' '))];
  const sought = [...people, ...ids, ...said].filter((needle) => needle.length > 5);
  expect(sought.filter((needle) => bytes.includes(needle.toLowerCase()))).toEqual([]);
  expect(bytes).toContain('askline-under-test');
  expect(collector.headers()['api-key']).toBe('key of the operator');
});

test('texts are answered, and the process stops, while the collector does not respond', async () => {
  await using collector = await startTraceCollector();
  collector.status = null;
  await using app = await startTestApp({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'what is 2 plus 2');
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
  await app.product.stop();
  expect(collector.bodies.length).toBeGreaterThan(0);
});
