import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { type Runner, statement } from '#server/db/statement.ts';

import type { Place } from './places.ts';

/** The home place of an account; null without one. */
export async function readHomePlace(db: Db, userId: string): Promise<Place | null> {
  const { rows } = await sql<Place>`select city, region, zip from home_places where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

const ofPhone = statement<[number: string], Place>(
  'home_place_of_phone',
  `select city, region, zip from home_places
    where user_id = (select user_id from phone_numbers where number = $1 and verified_at is not null)`,
);

/** The home place of the account that has verified this phone; null without one. */
export async function homePlaceOfPhone(runner: Runner, number: string): Promise<Place | null> {
  return (await ofPhone(runner, number))[0] ?? null;
}

/** Sets the home place of an account, as of now. */
export async function setHomePlace(db: Db, userId: string, { city, region, zip }: Place): Promise<void> {
  await sql`
    insert into home_places (user_id, city, region, zip, changed_at)
    values (${userId}, ${city}, ${region}, ${zip}, now())
    on conflict (user_id) do update
       set city = excluded.city, region = excluded.region, zip = excluded.zip, changed_at = excluded.changed_at`.execute(
    db,
  );
}

/** Removes the home place of an account. */
export async function removeHomePlace(db: Db, userId: string): Promise<void> {
  await sql`delete from home_places where user_id = ${userId}`.execute(db);
}
