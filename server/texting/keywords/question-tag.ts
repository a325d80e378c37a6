import { createHmac, randomBytes } from 'node:crypto';

const keyLifetimeMs = 24 * 60 * 60_000;

/** Gives a question a number that is equal for equal questions of one phone, and tells nothing else about it. */
export type QuestionTags = (question: { readonly from: string; readonly to: string; readonly body: string }) => number;

/**
 * Tags by which the database can tell that a phone repeats itself (docs/decisions/0011): 32 bits of an HMAC whose random
 * key lives in this process's memory for at most a day. Without the key a tag cannot be checked against a guess, so no
 * question can be recovered from it. Another process, or this one after a restart, has another key and recognizes none
 * of these tags: then a repeated question is answered once more.
 * @param nowMs milliseconds of a steady clock
 */
export function createQuestionTags(nowMs: () => number = () => performance.now()): QuestionTags {
  let key = randomBytes(32);
  let keyedAtMs = nowMs();
  return function tag({ from, to, body }) {
    if (nowMs() - keyedAtMs >= keyLifetimeMs) {
      key.fill(0);
      key = randomBytes(32);
      keyedAtMs = nowMs();
    }
    const sameWords = body.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
    return createHmac('sha256', key)
      .update(JSON.stringify([from, to, sameWords]))
      .digest()
      .readInt32BE();
  };
}
