import type { Schema } from '#server/db/schema.ts';

const opensNothing = 'a session, code or token that ended after the backup must not open anything again';
const ofNow = 'about running processes, or of this hour';

/** Tables that no backup has, each with the reason. */
export const leftOut: Readonly<Partial<Record<keyof Schema, string>>> = {
  instance_heartbeat: ofNow,
  firing_signals: ofNow,
  rate_limits: ofNow,
  recent_questions: ofNow,
  sessions: opensNothing,
  operator_sessions: opensNothing,
  one_time_tokens: opensNothing,
  password_resets: opensNothing,
  phone_change_undos: opensNothing,
  phone_changes: opensNothing,
  texted_codes: opensNothing,
  verification_codes: opensNothing,
  support_requests: 'holds what people wrote to support, which is deleted once it is mailed',
  support_request_files: 'the same',
};
