import { createHash } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import { countIn } from '#server/platform/counters.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import { parseJson } from '#server/platform/parse-json.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';
import type { Sealer } from '#server/platform/seal.ts';
import { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { Mailer, OutgoingMail } from '#server/providers/ports/mail.ts';

import { html, plainText } from '../outbox/layout.ts';
import { mailWaitSeconds } from '../outbox/send-mails.job.ts';
import { acknowledgement, letterText } from './compose-letter.ts';
import { LetterWords } from './letter.ts';
import {
  claimLetter,
  type ClaimedLetter,
  closeLetter,
  letterReached,
  postponeLetter,
  readFiles,
} from './letters.repo.ts';

export type SendLettersParts = {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly sealer: Sealer;
  readonly rateLimits: Pick<RateLimits, 'take'>;
  readonly supportAddress: { readonly name: string; readonly address: string };
  readonly log: Log;
};

/** An acknowledgement that is refused so often is not wanted. A letter to support is tried for ever. */
const refusalsMax = 8;

/**
 * Mails the letters that are due, the longest waiting first: to support with its files, then the acknowledgement. When
 * the server cannot be reached the rest waits for the next minute.
 */
export async function sendDueLetters(parts: SendLettersParts): Promise<void> {
  for (;;) {
    const letter = await claimLetter(parts.db);
    if (!letter) return;
    const isServerThere = await sendLetter(parts, letter);
    if (!isServerThere) return;
  }
}

/** @returns whether to go on with the next one */
async function sendLetter(parts: SendLettersParts, letter: ClaimedLetter): Promise<boolean> {
  const { db, mailer, log } = parts;
  const { id, kind, stage, tries } = letter;
  try {
    if (letter.hasDied) await countIn(db, { 'letters.in_doubt': 1 });
    const mail = await compose(parts, letter);
    if (stage === 'acknowledgement' && tries === 1 && !(await mayAcknowledge(parts, mail.to.address))) {
      await closeLetter(db, id, null);
      return true;
    }
    await mailer.send(mail);
  } catch (error) {
    const code = error instanceof ProviderError ? (error.code ?? error.kind) : 'unreadable';
    log.warn(
      { event: 'letter_failed', kind, name: stage, attempt: tries, ...errorFields(error) },
      'will be tried again',
    );
    if (error instanceof ProviderError && error.kind === 'ambiguous') await countIn(db, { 'letters.in_doubt': 1 });
    const isRefused = error instanceof ProviderError && error.kind === 'rejected';
    if (stage === 'acknowledgement' && isRefused && tries >= refusalsMax) await closeLetter(db, id, code);
    else await postponeLetter(db, id, mailWaitSeconds(tries), code);
    return isRefused || !(error instanceof ProviderError);
  }
  // Should this fail, the mail goes out twice, under one Message-ID: SMTP has no other way (RFC 1047).
  if (stage === 'acknowledgement') await closeLetter(db, id, null);
  else {
    await db.transaction().execute(async (transaction) => {
      if (await letterReached(transaction, id)) await countIn(transaction, { 'letters.mailed': 1 });
    });
  }
  log.info({ event: 'letter_mailed', kind, name: stage, attempt: tries }, 'a letter went out');
  return true;
}

/** One acknowledgement per recipient a day: forms cannot be used to fill a mailbox (security T31). */
const acknowledgements: Limit = { name: 'acknowledgement', points: 1, windowSeconds: 86_400, whenDown: 'closed' };

async function mayAcknowledge({ rateLimits }: SendLettersParts, address: string): Promise<boolean> {
  const key = createHash('sha256').update(address.toLowerCase()).digest('base64url');
  return (await rateLimits.take(acknowledgements, key)).ok;
}

async function compose(parts: SendLettersParts, { id, kind, stage, sealed }: ClaimedLetter): Promise<OutgoingMail> {
  const { db, sealer, supportAddress } = parts;
  const words = LetterWords.parse(parseJson(sealer.open(sealed, id).toString()));
  if (stage === 'acknowledgement') {
    const thanks = acknowledgement(words, kind);
    const [text, rich] = [new Secret(plainText(thanks)), new Secret(html(thanks))];
    // No name: it was typed by the sender, and the address may be a stranger's (security T31).
    const to = { name: '', address: words.from.address };
    return { id: `${id}.ack`, to, subject: thanks.subject, text, html: rich, isReply: true };
  }
  const files = await readFiles(db, id);
  return {
    id,
    to: supportAddress,
    replyTo: words.from,
    subject: words.subject,
    text: new Secret(letterText(words)),
    attachments: words.files.map(({ name, type }, position) => {
      const file = files[position];
      if (!file) throw new Error('a file of a letter is missing');
      return { name, type, content: sealer.open(file, `${id}/${position}`) };
    }),
  };
}
