import type {
  Carrier,
  CarrierQuery,
  CarrierText,
  OutgoingText,
  SendOutcome,
  SendTurn,
} from '#server/providers/ports/carrier.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { CarrierBudget, type PauseReason, type Turn, type CallOutcome } from './budget.ts';
import { CarrierHttp, CarrierRequestError, isNotFound } from './carrier-http.ts';
import { carrierText, type MediaPage, type Message, type MessagePage } from './message.ts';
import { judgeRefusal } from './refusals.ts';
import { webhookSignatures } from './signature.ts';

export type TwilioOptions = {
  readonly accountSid: string;
  /** Signs all webhooks, and requests if there is no API key. */
  readonly authToken: string;
  readonly apiKey: { readonly sid: string; readonly secret: string } | null;
  readonly messagingServiceSid: string | null;
  readonly baseUrl: string;
  /** Where delivery reports go; our id of the text is added to its query. */
  readonly statusUrl: string;
  /** The time limit of one request, from first to last byte. */
  readonly deadlineMs: number;
  /** The limit of each service number in this process; 0: only the carrier sets the pace. */
  readonly segmentsPerSecond: number;
  /** Called when a refusal of the carrier pauses all calls of a kind. */
  readonly onPause?: (reason: PauseReason) => void;
};

/** Page sizes: for the texts of one phone, and Twilio's maximum, where many are read. */
const pageSizes = { few: 50, many: 1000 };
/** How long a text waits in memory for its turn before it returns to the queue. */
const turnWithinMs = 2000;
/** How long other calls wait; their callers retry on their own schedules. A redaction is not urgent. */
const callWithinMs = { fetch: 5000, list: 5000, redaction: 20_000 };
/** After refused credentials; the budget's pause decides when the next call goes. */
const pausedMs = 1000;

type Deps = {
  readonly http: CarrierHttp;
  /** The path of the account's messages. */
  readonly messages: string;
  readonly budget: CarrierBudget;
  readonly options: TwilioOptions;
};

export type TwilioCarrier = Carrier & {
  /** Calls under way, and calls that wait for their turn. */
  readonly calls: { readonly underWay: number; readonly waiting: number };
  close(): void;
};

/** Twilio's Messages API behind our port (https://www.twilio.com/docs/messaging/api/message-resource). */
export function twilioCarrier(options: TwilioOptions): TwilioCarrier {
  const { accountSid, authToken, baseUrl, deadlineMs } = options;
  const user = options.apiKey ?? { sid: accountSid, secret: authToken };
  const http = new CarrierHttp({ baseUrl, user, deadlineMs });
  const budget = new CarrierBudget(options);
  const messages = `/2010-04-01/Accounts/${accountSid}/Messages`;
  const deps: Deps = { http, messages, budget, options };

  return {
    async turn({ from, priority, segments }) {
      const turn = await budget.take({ rank: priority, from, segments }, turnWithinMs);
      return 'waitMs' in turn ? turn : sendTurn(deps, turn);
    },

    async fetch(sid) {
      try {
        return await call(deps, 'fetch', async () =>
          carrierText((await http.get(`${messages}/${sid}.json`)) as Message, http.clock),
        );
      } catch (error) {
        if (isNotFound(error)) return null;
        throw providerError(error);
      }
    },

    async list(query) {
      // Collected in one pass, because positions in the list matter.
      const texts: CarrierText[] = [];
      for await (const page of pages(deps, query)) {
        if (page.isFromStart) texts.length = 0;
        texts.push(...page.all);
      }
      return texts;
    },

    async *listPages(query) {
      for await (const { fresh } of pages(deps, query)) yield fresh;
    },

    async redact(sid) {
      try {
        return await redactMessage(deps, sid);
      } catch (error) {
        // 20009: "Cannot delete/redact this resource before it is complete".
        if (error instanceof CarrierRequestError && error.code === '20009') return 'too_early';
        throw providerError(error);
      }
    },

    calls: budget,
    clockSkewMs: () => http.clock.skewMs,
    isSigned: webhookSignatures(authToken),
    close() {
      budget.close();
      http.close();
    },
  };
}

/**
 * Empties the body and deletes the media, which the carrier keeps until each is deleted, whatever becomes of the body
 * (https://www.twilio.com/docs/messaging/api/media-resource).
 */
async function redactMessage(deps: Deps, sid: string): Promise<'redacted' | 'gone'> {
  const { http, messages } = deps;
  const redaction = <T>(work: () => Promise<T>) => unlessGone(call(deps, 'redaction', work));
  const emptied = await redaction(() => http.post(`${messages}/${sid}.json`, { Body: '' }));
  const mediaCount = Number((emptied as Partial<Message> | null)?.num_media) || 0;
  if (mediaCount > 0 || sid.startsWith('MM')) {
    const media: string[] = [];
    // All pages before the first deletion, which moves what comes after it.
    for (let path: string | null | undefined = `${messages}/${sid}/Media.json`; path;) {
      const from = path;
      const page = (await redaction(() => http.get(from))) as MediaPage | 'gone';
      if (page === 'gone') break;
      media.push(...page.media_list.map((medium) => medium.sid));
      path = page.next_page_uri;
    }
    for (const medium of media) await redaction(() => http.delete(`${messages}/${sid}/Media/${medium}.json`));
  }
  return emptied === 'gone' ? 'gone' : 'redacted';
}

async function unlessGone<T>(work: Promise<T>): Promise<T | 'gone'> {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return 'gone';
    throw error;
  }
}

/** Makes one call when its turn comes. @throws ProviderError when none comes in time */
async function call<T>({ budget }: Deps, rank: 'fetch' | 'list' | 'redaction', work: () => Promise<T>): Promise<T> {
  const taken = await budget.take({ rank }, callWithinMs[rank]);
  if ('waitMs' in taken) throw new ProviderError('carrier', 'rate_limited', { retryAfterMs: taken.waitMs });
  using turn = taken;
  try {
    const result = await work();
    turn.report({ kind: 'served' });
    return result;
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome) turn.report(outcome);
    throw error;
  }
}

function sendTurn({ http, messages, options }: Deps, turn: Turn): SendTurn {
  return {
    async send(text) {
      try {
        const form = createParameters(text, options);
        const created = (await http.post(`${messages}.json`, form, text.sendBeforeMs)) as Partial<Message> | null;
        if (typeof created?.sid !== 'string') throw new CarrierRequestError('unknown', { code: 'NO_SID' });
        turn.report({ kind: 'served' });
        // Through a messaging service the carrier has not split the text yet and says "0".
        return { kind: 'accepted', sid: created.sid, segments: Number(created.num_segments) || null };
      } catch (error) {
        const outcome = outcomeOf(error);
        if (outcome) turn.report(outcome);
        return sendOutcome(error);
      }
    },
    [Symbol.dispose]: () => turn[Symbol.dispose](),
  };
}

/** `fresh`: what no earlier page contained. `isFromStart`: the list is read again from its start. */
type Page = { readonly all: CarrierText[]; readonly fresh: CarrierText[]; readonly isFromStart: boolean };

/** Newest first. When a page fails, the pages before it have been yielded. */
async function* pages(deps: Deps, { from, to, ageMaxMs, isMany = false }: CarrierQuery): AsyncGenerator<Page> {
  const { http, messages } = deps;
  const readAt = (path: string, query = {}) =>
    call(deps, 'list', async () => (await http.get(path, query)) as MessagePage);
  const read = (pageSize: number) => readAt(`${messages}.json`, { PageSize: pageSize, From: from, To: to });
  const given = new Set<string>();
  try {
    let page = await read(isMany ? pageSizes.many : pageSizes.few);
    let isFromStart = true;
    for (let isLarge = isMany; ;) {
      const listed = page.messages.map((message) => carrierText(message, http.clock));
      const all = listed.filter(({ ageMs }) => ageMs <= ageMaxMs);
      yield { all, fresh: all.filter(({ sid }) => !given.has(sid)), isFromStart };
      if (all.length === 0 || all.length < listed.length || !page.next_page_uri) return;
      isFromStart = !isLarge;
      if (isLarge) page = await readAt(page.next_page_uri);
      else {
        // A small page was not enough. Start again, because the position of a page depends on its size.
        for (const { sid } of listed) given.add(sid);
        page = await read(pageSizes.many);
        isLarge = true;
      }
    }
  } catch (error) {
    throw providerError(error);
  }
}

function createParameters(text: OutgoingText, { messagingServiceSid, statusUrl }: TwilioOptions) {
  return {
    To: text.to,
    // From as well as the service: the answer comes from the number that was texted
    // (https://www.twilio.com/docs/messaging/api/message-resource).
    From: text.from,
    MessagingServiceSid: messagingServiceSid ?? undefined,
    Body: text.body.reveal(),
    StatusCallback: `${statusUrl}?o=${text.id}`,
    ValidityPeriod: text.validitySeconds,
    // We count segments ourselves: no second opinion that turns a no-break space into two spaces.
    SmartEncoded: false,
  };
}

/** What a failed create means for the text (docs/reference/texting-protocol.md#outcomes-of-a-send). */
function sendOutcome(error: unknown): SendOutcome {
  if (!(error instanceof CarrierRequestError)) return { kind: 'unknown', why: 'client' };
  const { effect, status, code } = error;
  if (effect === 'not_sent') return { kind: 'not_sent', why: 'no_connection', retryAfterMs: 250 };
  if (effect === 'unknown') return { kind: 'unknown', why: String(status ?? code) };
  const refusal = judgeRefusal(error);
  if (refusal.kind === 'final') return { kind: 'rejected', code: refusal.code };
  if (refusal.kind === 'auth') return { kind: 'not_sent', why: 'auth', retryAfterMs: pausedMs };
  return { kind: 'not_sent', why: 'rate_limited', retryAfterMs: refusal.waitMs, code: refusal.code };
}

/** What a failed call says about the carrier, for the next calls; null for a failure on our side. */
function outcomeOf(error: unknown): CallOutcome | null {
  if (!(error instanceof CarrierRequestError) || error.code === 'TOO_LATE') return null;
  const { effect, retryAfterMs } = error;
  if (effect !== 'refused') return { kind: 'trouble' };
  const refusal = judgeRefusal(error);
  if (refusal.kind === 'auth') return { kind: 'auth' };
  if (refusal.kind === 'final' || refusal.whose === 'pair') return { kind: 'served' };
  return refusal.whose === 'account'
    ? { kind: 'rate_limited', retryAfterMs }
    : { kind: 'number', retryAfterMs: refusal.waitMs };
}

function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (!(error instanceof CarrierRequestError)) return new ProviderError('carrier', 'unavailable');
  const { effect, status, code, retryAfterMs } = error;
  const kind =
    status === 401 || status === 403
      ? 'auth'
      : status === 429
        ? 'rate_limited'
        : effect === 'refused'
          ? 'rejected'
          : 'unavailable';
  return new ProviderError('carrier', kind, {
    code: code ?? (status === undefined ? effect : String(status)),
    retryAfterMs,
  });
}
