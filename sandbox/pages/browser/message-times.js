/** @typedef {import('../../twilio/phone-message.ts').PhoneMessage} PhoneMessage */

/**
 * When a text reached its last status, in epoch ms. Not `updatedAt`: the redaction of the carrier's copy, minutes
 * later, changes it too.
 * @param {Pick<PhoneMessage, 'steps' | 'at'>} message
 */
export function endOf({ steps, at }) {
  return Date.parse(steps.at(-1)?.at ?? at);
}
