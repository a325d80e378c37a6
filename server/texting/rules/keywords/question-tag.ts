import { createHmac, generateKeySync, type KeyObject } from 'node:crypto';

import { dayMs } from '#server/platform/durations.ts';

const keyLifetimeMs = dayMs;

/** Maps a question to a number that is equal for equal questions of one phone and reveals nothing else. */
export type QuestionTags = (question: { readonly from: string; readonly to: string; readonly body: string }) => number;

/**
 * Creates tags that let the database detect a repeated question (docs/decisions/0011-repeated-questions.md): 32 bits of
 * an HMAC whose random key stays in this process's memory for at most a day. Without the key, a tag cannot be checked
 * against a guess, so no question can be recovered from it. Another process, or this one after a restart, has another
 * key and recognizes none of these tags: then a repeated question is answered once more.
 * @param nowMs a monotonic clock in milliseconds
 */
export function createQuestionTags(nowMs: () => number = () => performance.now()): QuestionTags {
  let key = newKey();
  let keyedAtMs = nowMs();
  return function tag({ from, to, body }) {
    if (nowMs() - keyedAtMs >= keyLifetimeMs) {
      key = newKey();
      keyedAtMs = nowMs();
    }
    const sameWords = body.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
    return createHmac('sha256', key)
      .update(JSON.stringify([from, to, sameWords]))
      .digest()
      .readInt32BE();
  };
}

/** A key object, which a hash uses without copying it; OpenSSL overwrites its memory when it is collected. */
const newKey = (): KeyObject => generateKeySync('hmac', { length: 256 });
