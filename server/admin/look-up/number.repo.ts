import { sql } from 'kysely';

import type { FoundNumber } from '#contract/admin-look-up.ts';
import type { Db } from '#server/db/client.ts';
import { readIsUnreachable } from '#server/domain/reach.repo.ts';

import { failureOf, newestTextsOfNumber } from './newest-texts.repo.ts';

const codesMax = 20;

type Row = {
  readonly userId: string | null;
  readonly isVerified: boolean;
  readonly strangerSince: Date | null;
  readonly isPromoSent: boolean | null;
  readonly optedOutSince: Date | null;
  readonly source: string | null;
};

/**
 * What is kept for a number. An opt-out under the number's hash, from an account that was deleted, counts as its own.
 * @param number E.164
 */
export async function findNumber(db: Db, number: string, numberHash: string): Promise<FoundNumber> {
  const { rows } = await sql<Row>`
    select p.user_id as "userId", p.verified_at is not null as "isVerified",
           u.created_at as "strangerSince", u.promo_sent as "isPromoSent",
           o.changed_at as "optedOutSince", o.source
      from (values (1)) as one
      left join phone_numbers p on p.number = ${number} and (p.verified_at is not null or p.claimed_until > now())
      left join unsubscribed_senders u on u.phone_number = ${number}
      left join lateral (select changed_at, source from opt_outs
                          where phone_key in (${number}, ${numberHash}) and opted_out
                          order by changed_at desc limit 1) as o on true`.execute(db);
  const [row] = rows;
  const { userId = null, strangerSince = null, optedOutSince = null } = row ?? {};
  return {
    ending: number.slice(-2),
    account: userId === null ? null : { userId, isVerified: row?.isVerified === true },
    stranger: strangerSince && { since: strangerSince.toISOString(), isPromoSent: row?.isPromoSent === true },
    optOut: optedOutSince && { since: optedOutSince.toISOString(), source: row?.source ?? '' },
    isUnreachable: await readIsUnreachable(db, number),
    codes: await newestCodes(db, number),
    texts: await newestTextsOfNumber(db, number, userId),
  };
}

/** Codes reply to no text, so both numbers are asked for, which is what the index has. */
async function newestCodes(db: Db, number: string): Promise<FoundNumber['codes']> {
  const { rows } = await sql<{ id: string; at: Date; failure: string | null }>`
    select s.id, s.intent_at as at, ${failureOf} as failure from outbound_texts s
     where s.sender = any (array(select number from service_numbers)) and s.recipient = ${number}
       and s.purpose = 'code'
     order by s.intent_at desc limit ${codesMax}`.execute(db);
  return rows.map(({ at, ...code }) => ({ ...code, at: at.toISOString() }));
}
