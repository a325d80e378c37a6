import type { Pool, PoolClient } from 'pg';

/** A database for simulated processes that can become unavailable, and whose reply to a commit can get lost. */
export class SharedDatabase {
  readonly pool: Pool;
  isThere = true;
  #losesCommits = false;

  constructor(pool: Pool) {
    const connect = async (): Promise<PoolClient> => {
      this.#mustBeThere();
      return this.#losing(await pool.connect());
    };
    const query = async (...args: Parameters<Pool['query']>): Promise<unknown> => {
      this.#mustBeThere();
      return pool.query(...args);
    };
    this.pool = { options: pool.options, connect, query } as unknown as Pool;
  }

  /** Runs `work` while each commit happens, and its caller learns only that the connection broke. */
  async whileCommitsAreLost(work: () => Promise<void>): Promise<void> {
    this.#losesCommits = true;
    await work().finally(() => (this.#losesCommits = false));
  }

  #mustBeThere(): void {
    if (!this.isThere) throw connectionError('ECONNREFUSED');
  }

  #losing(client: PoolClient): PoolClient {
    if (!this.#losesCommits) return client;
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const release = client.release.bind(client);
    return Object.assign(client, {
      async query(...args: unknown[]) {
        const result = await query(...args);
        if (args[0] === 'commit') throw connectionError('ECONNRESET');
        return result;
      },
      // It is closed, so no one gets the changed client.
      release: () => release(true),
    });
  }
}

function connectionError(code: string): Error {
  return Object.assign(new Error('the connection broke'), { code });
}
