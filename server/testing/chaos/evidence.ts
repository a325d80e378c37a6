import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Pool } from 'pg';

import type { ProcessFixture } from '#server/testing/process-fixture.ts';

import type { Said } from './conversation.ts';
import type { Person } from './plan.ts';

/** A text that was sent. `sentAt`: just before, by the clock of this machine, which the database has too. */
export type SentText = Said & { readonly sid: string; readonly person: Person; readonly sentAt: Date };

/** A text in the carrier ledger. */
export type LedgerText = {
  readonly sid: string;
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  readonly from: string;
  readonly to: string;
  readonly createdAt: string;
};

export type InboundRow = {
  readonly sid: string;
  readonly sender: string;
  readonly kind: string;
  readonly outcome: string | null;
  readonly accepted: boolean;
  readonly counted: boolean;
  readonly reply: string | null;
  readonly receivedAt: Date;
  readonly closedAt: Date;
};

export type OutboundRow = {
  readonly id: string;
  readonly inboundSid: string | null;
  readonly purpose: string;
  readonly state: string;
  readonly sid: string | null;
  readonly recipient: string;
  readonly intentAt: Date;
};

/** The carrier's ledger, our tables and the texts on the phones: the input of the verifier. */
export type Evidence = {
  readonly ledger: readonly LedgerText[];
  readonly inbound: readonly InboundRow[];
  readonly outbound: readonly OutboundRow[];
  /** Start of the transaction that stored a number's STOP, by number: by our clock, while `opt_outs` has the carrier's. */
  readonly optOuts: ReadonlyMap<string, Date>;
  readonly counters: ReadonlyMap<string, number>;
  /** The home place of a phone's account, such as "Austin, TX". */
  readonly homes: ReadonlyMap<string, string>;
  /** The product's texts to each phone, oldest first. */
  readonly received: ReadonlyMap<string, readonly string[]>;
};

type PhoneMessage = { direction: string; body: string | null; isFromProduct: boolean };

/** Collects the evidence. Call when no text is open. */
export async function collectEvidence(fixture: ProcessFixture, phones: readonly string[]): Promise<Evidence> {
  const { pool } = fixture.connection;
  const { messages, evicted } = await fixture.control<{ messages: LedgerText[]; evicted: number }>(
    'GET',
    '/sandbox/twilio/ledger',
  );
  if (evicted > 0) throw new Error('the carrier ledger dropped texts: the run is too large for it');
  const received = new Map<string, string[]>();
  for (const phone of phones) {
    const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
    const texts = await fixture.control<PhoneMessage[]>('GET', path);
    const replies = texts.filter(({ direction, isFromProduct }) => direction === 'from_service' && isFromProduct);
    received.set(
      phone,
      replies.map(({ body }) => body ?? ''),
    );
  }
  return { ledger: messages, received, ...(await readTables(pool)) };
}

/** Writes the evidence and the verdict to `evidence.json` in `folder`. */
export function saveEvidence(folder: string, evidence: Evidence, verdict: object): void {
  const { optOuts, counters, received, homes, ...rest } = evidence;
  const plain = {
    verdict,
    optOuts: Object.fromEntries(optOuts),
    counters: Object.fromEntries(counters),
    received: Object.fromEntries(received),
    homes: Object.fromEntries(homes),
    ...rest,
  };
  writeFileSync(join(folder, 'evidence.json'), JSON.stringify(plain, null, 1));
}

async function readTables(pool: Pool): Promise<Omit<Evidence, 'ledger' | 'received'>> {
  const inbound = await pool.query<InboundRow>(
    `select sid, sender, kind, outcome, accepted, counted, reply, received_at as "receivedAt", closed_at as "closedAt"
       from inbound_texts`,
  );
  const outbound = await pool.query<OutboundRow>(
    `select id, inbound_sid as "inboundSid", purpose, state, provider_sid as sid, recipient, intent_at as "intentAt"
       from outbound_texts`,
  );
  const optOuts = await pool.query<{ number: string; at: Date }>(
    `select sender as number, min(closed_at) as at from inbound_texts join opt_outs on phone_key = sender
      where kind = 'stop' and opted_out group by sender`,
  );
  const counters = await pool.query<{ name: string; total: number }>(
    'select name, sum(value)::float8 as total from counter_values group by name',
  );
  const homes = await pool.query<{ phone: string; place: string }>(
    `select number as phone, city || ', ' || region as place from home_places join phone_numbers using (user_id)`,
  );
  return {
    homes: new Map(homes.rows.map(({ phone, place }) => [phone, place])),
    inbound: inbound.rows,
    outbound: outbound.rows,
    optOuts: new Map(optOuts.rows.map(({ number, at }) => [number, at])),
    counters: new Map(counters.rows.map(({ name, total }) => [name, total])),
  };
}
