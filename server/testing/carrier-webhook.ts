import twilio from 'twilio';
import { expect } from 'vitest';

import type { TestApp } from './test-app.ts';

/** Sends a signed webhook of the carrier; repeatable. */
export async function callAsCarrier(app: TestApp, path: string, fields: Record<string, string>): Promise<void> {
  const signature = twilio.getExpectedTwilioSignature('sandbox_twilio_auth_token', app.url + path, fields);
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: new URLSearchParams(fields),
  });
  expect(response.ok).toBe(true);
}
