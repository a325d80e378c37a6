import { isLoopback } from '#server/platform/loopback.ts';

import type { SettingsReader } from './env-reader.ts';
import type { Insists } from './production.ts';

/** The mail server and the sender of emails. @param name the sender's, if `MAIL_FROM` has none */
export function readMail(read: SettingsReader, insists: Insists, name: string) {
  const url = read.optional('SMTP_URL');
  const sandboxUrl = `smtp://127.0.0.1:${read.integer('SANDBOX_SMTP_PORT', 4025, { min: 1, max: 65_535 })}`;
  const from = /^(?:([^<>"]+?)\s*<)?([^\s<>@"]+@[^\s<>@"]+)>?$/.exec(read.text('MAIL_FROM', 'hello@askline.example'));
  if (!from) read.fault('MAIL_FROM must be an address, or a name and an address such as Askline <hello@example.com>');
  const smtpUrl = url === undefined ? sandboxUrl : read.url('SMTP_URL', sandboxUrl, ['smtp:', 'smtps:']);
  // Emails that leave this machine must not be from the example.
  if (!isLoopback(smtpUrl)) read.onlyWith(['MAIL_FROM'], 'SMTP_URL');
  return {
    isSandbox: url === undefined,
    smtpUrl,
    /**
     * Passwords and addresses are never sent unencrypted: without STARTTLS no email is sent
     * (docs/reference/security.md#t33).
     */
    requiresTls: !isLoopback(smtpUrl) && !insists('plain_smtp'),
    from: { name: from?.[1] ?? name, address: from?.[2] ?? '' },
  };
}
