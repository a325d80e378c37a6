import { type Runner, statement } from '#server/db/statement.ts';

/**
 * Takes the rows in one order, like the statements that redact many copies, so that they cannot deadlock. Copies that the
 * carrier refused to remove keep their schedule, and so does a question that is still open: its copy has none yet.
 * An index finds the few that can be recalled.
 */
const forgetWhere = (whose: string): string => `with remembered as (
     select sid from inbound_texts
      where ${whose} and reply is not null and received_at > now() - interval '3 hours' and memory_seconds > 0
      order by sid for no key update
   ), answers as (
     select o.id from outbound_texts o
      where o.inbound_sid in (select sid from remembered) and o.redact_at > now() and o.redact_tries = 0
      order by o.id for no key update
   ), hastened as (
     update outbound_texts o set redact_at = now() from answers where o.id = answers.id
   )
   update inbound_texts i
      set memory_seconds = 0,
          redact_at = case when i.redact_at > now() and i.redact_tries = 0 then now() else i.redact_at end
     from remembered where i.sid = remembered.sid
   returning i.sid`;

const forgetSenders = statement<[senders: readonly string[]], { sid: string }>(
  'forget_exchanges',
  forgetWhere('sender = any($1::text[])'),
);
const forgetUser = statement<[userId: string], { sid: string }>('forget_account', forgetWhere('user_id = $1'));

/**
 * Makes the last answers to these numbers unusable for follow-ups, and their copies at the carrier due for removal. Of a
 * question that is still being answered, the copies are removed as if it had never been remembered.
 * @returns how many texts were remembered until now
 */
export async function forgetExchanges(runner: Runner, senders: readonly string[]): Promise<number> {
  return (await forgetSenders(runner, senders)).length;
}

/** The same for an account, whatever numbers it had. */
export async function forgetAccount(runner: Runner, userId: string): Promise<number> {
  return (await forgetUser(runner, userId)).length;
}
