import pg from 'pg';

/** A connection of its own without a time limit on statements, which copy whole tables. @throws the database's error */
export async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'askline-backup',
  });
  // The error of a connection that breaks is also that of the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  // The role or the database may have limits: PgBouncer needs them there (docs/scaling.md).
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}
