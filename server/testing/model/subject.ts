import { readAnswer, type ReadAnswer } from '#server/testing/chaos/conversation.ts';
import { letters } from '#server/testing/chaos/plan.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, type Visitor, visitor } from '#server/testing/visitor.ts';
import { replies } from '#server/texting/rules/replies.ts';

import type { World } from './world.ts';

type PhoneMessage = {
  readonly sid: string;
  readonly direction: string;
  readonly body: string | null;
  readonly isFromProduct: boolean;
  /** The result of the last call that ended. */
  readonly webhook: { readonly isAccepted: boolean } | null;
};

const timeoutMs = 90_000;
let wordsUsed = 0;

/** The customer of the real server: a browser and the phones so far. */
export class Subject {
  readonly world: World;
  readonly browser: Visitor;
  readonly userId: string;
  readonly phones: string[];

  private constructor(world: World, browser: Visitor, account: { userId: string; phoneNumber: string }) {
    this.world = world;
    this.browser = browser;
    this.userId = account.userId;
    this.phones = [account.phoneNumber];
  }

  /** Signs up a new account. */
  static async join(world: World): Promise<Subject> {
    const browser = visitor(world.place);
    return new Subject(world, browser, await browser.join());
  }

  /** The number at a position. */
  phone(index: number): string {
    const phone = this.phones[index];
    if (phone === undefined) throw new Error(`no phone ${index}`);
    return phone;
  }

  /** Sends a text without waiting for a reply. @returns the carrier's id of the text */
  text(index: number, body: string): Promise<string> {
    return this.world.fixture.text(this.phone(index), body);
  }

  /** A word that no other text has. */
  static newWord(): string {
    wordsUsed += 1;
    return `qzx${letters(wordsUsed)}`;
  }

  /** The replies to a number, oldest first, without codes and the welcome. */
  async received(index: number): Promise<string[]> {
    return (await this.#messages(index))
      .filter(({ direction, isFromProduct }) => direction === 'from_service' && isFromProduct)
      .map(({ body }) => nameOf(body ?? ''))
      .filter((name) => name !== 'proactive');
  }

  #messages(index: number): Promise<PhoneMessage[]> {
    const path = `/sandbox/phones/${encodeURIComponent(this.phone(index))}/messages`;
    return this.world.fixture.control('GET', path);
  }

  /** Waits until the product has acknowledged a text, after which its reply no longer depends on later texts. */
  async untilAcknowledged(index: number, sid: string): Promise<void> {
    const look = async () => (await this.#messages(index)).find((message) => message.sid === sid)?.webhook;
    await until('the text to be acknowledged', async () => (await look())?.isAccepted === true, { timeoutMs });
  }

  /** Waits until a number has received `count` replies. */
  async untilReceived(index: number, count: number): Promise<string[]> {
    return until(
      `${count} replies`,
      async () => {
        const received = await this.received(index);
        return received.length >= count && received;
      },
      { timeoutMs, explain: () => this.describe(index) },
    );
  }

  /** Waits until a text is done. */
  async untilDone(sid: string): Promise<void> {
    const sql = `select 1 from inbound_texts where sid = $1 and state = 'done'`;
    const { pool } = this.world.fixture.connection;
    await until('the text to be done', async () => (await pool.query(sql, [sid])).rows.length === 1, { timeoutMs });
    await this.world.untilDrained();
  }

  async call(path: string, body?: unknown): Promise<Record<string, unknown>> {
    const { status, body: answer } = await this.browser.call('POST', path, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer as Record<string, unknown>;
  }

  /** Waits until the dashboard shows this status. */
  async untilPlan(status: string): Promise<void> {
    await until(
      `the plan to be ${status}`,
      async () => (await this.browser.call('GET', '/api/user/subscription')).body.status === status,
      { timeoutMs },
    );
  }

  /** Resets the limits of STOP and START, which are not under test; what was answered is no longer remembered. */
  async letADayPass(): Promise<void> {
    const { pool } = this.world.fixture.connection;
    await pool.query(`update notices set sent_at = sent_at - interval '3 minutes' where kind in ('start', 'stop')`);
    await pool.query(
      `update inbound_texts
          set received_at = received_at - interval '25 hours', closed_at = closed_at - interval '25 hours'
        where sender = any($1) and state = 'done'`,
      [this.phones],
    );
  }

  /** Resets the limits of FORGET and MORE, and of equal questions. */
  async letAMinutePass(): Promise<void> {
    const { pool } = this.world.fixture.connection;
    await pool.query(`update notices set sent_at = sent_at - interval '1 minute' where kind in ('forget', 'more')`);
    await pool.query(`update recent_questions set asked_at = asked_at - interval '11 minutes'`);
  }

  async pay(card: string): Promise<void> {
    const { sessionId } = await this.call('/api/create-subscription', { plan: 'monthly' });
    await this.world.fixture.control('POST', '/sandbox/stripe/pay', { session: sessionId, card });
    await this.untilPlan('active');
  }

  async advance(to: 'renewal' | 'next_attempt'): Promise<void> {
    const { pool } = this.world.fixture.connection;
    const sql = 'select stripe_customer_id as customer from users where id = $1';
    const { rows } = await pool.query<{ customer: string }>(sql, [this.userId]);
    await this.world.fixture.control('POST', '/sandbox/stripe/advance', { customer: rows[0]?.customer, to });
  }

  /** Changes to a new number with the code that is texted to it. */
  async changePhone(): Promise<void> {
    // As if the last change was hours ago.
    await this.world.fixture.connection.pool.query('delete from rate_limits');
    const phoneNumber = this.world.place.phone();
    await this.call('/api/cognito/initiate-phone-change', { phoneNumber });
    const verificationCode = await codeOn(this.world.place, phoneNumber);
    await this.call('/api/cognito/confirm-phone-change', { verificationCode });
    this.phones.push(phoneNumber);
  }

  /** Deletes the account, as of a minute ago, and waits until the deletion is complete. */
  async deleteAccount(): Promise<void> {
    const { status } = await this.browser.call('DELETE', '/api/user/account');
    if (status !== 200) throw new Error(`deletion: ${status}`);
    const { pool } = this.world.fixture.connection;
    const sql = 'select 1 from deletions where user_id = $1 and finished_at is not null';
    await until('the deletion', async () => (await pool.query(sql, [this.userId])).rows.length === 1, { timeoutMs });
    // The carrier's timestamps have a resolution of a second: a text right after the deletion may seem older.
    await pool.query(`update departed_numbers set departed_at = departed_at - interval '1 minute'`);
  }

  /** The rows of a number's texts, what the carrier knows of them, and the log, for a failure's message. */
  async describe(index: number): Promise<string> {
    const sql = `select i.sid, kind, reply, i.state, outcome, attempts, o.state as send, o.purpose
      from inbound_texts i left join outbound_texts o on o.inbound_sid = i.sid where i.sender = $1`;
    const { rows } = await this.world.fixture.connection.pool.query(sql, [this.phone(index)]);
    return `${JSON.stringify({ rows, messages: await this.#messages(index) })}\n${this.world.lastLog()}`;
  }
}

const names = new Map(
  (
    [
      ...(['stop', 'start', 'start_no_plan', 'promo', 'inactive', 'failed', 'forgot'] as const),
      ...(['nothing_more', 'home', 'home_removed', 'home_later', 'home_ask'] as const),
    ] as const
  ).flatMap((name) => Object.values(replies[name]).map((body) => [body, name])),
);

/** The name of a fixed text, or of an answer: the word of its question, and that of the question before it. */
function nameOf(body: string): string {
  if (/verification code is|codigo de verificaci|Reply YES to get|Responda SI para/.test(body)) return 'proactive';
  const name = names.get(body);
  if (name !== undefined) return name;
  const place = /(?:your home place is|su lugar es) (.+?)\. (?:Text|Mande)/.exec(body)?.[1];
  if (place !== undefined) return `home is ${place}`;
  const forecast = /^(.+?)\. .*Source: NWS$/.exec(body)?.[1];
  if (forecast !== undefined) return `weather in ${forecast}`;
  return nameOfAnswer(readAnswer(body));
}

function nameOfAnswer({ asked, after, isMore }: ReadAnswer): string {
  const word = (question: string): string => /qzx[a-z]+/.exec(question)?.[0] ?? question;
  if (isMore) return `more of ${word(asked)}`;
  return after === null ? word(asked) : `${word(asked)} after ${word(after)}`;
}
