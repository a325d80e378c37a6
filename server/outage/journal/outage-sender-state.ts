import { dayMs, hourMs } from '#server/platform/durations.ts';
import type { SenderState, ReplyDecision } from '#server/texting/rules/decide-reply.ts';
import type { Notice } from '#server/texting/rules/notices.ts';
import type { InboundMessage } from '#server/texting/store/text-store.ts';

type Question = { readonly sid: string; readonly tag: number; readonly isAnswered: boolean; readonly askedAt: number };

type Known = {
  asked: number[];
  replied: number[];
  pacedUntil: Date | null;
  notices: Partial<Record<Notice | 'late_apology', Date>>;
  questions: Question[];
};

const minute = 60_000;
const muteMs = 10 * minute;

/**
 * What was decided for each sender since the outage began. Fair use, pacing, repetitions and notices count from there,
 * because the earlier state is in the database.
 */
export class OutageSenderState {
  readonly #senders = new Map<string, Known>();
  /** When people without a plan got replies. */
  #unpaid: number[] = [];

  /** @param isUnderWay whether this text is being answered and not late */
  read(
    { sender, questionTag }: Pick<InboundMessage, 'sender' | 'questionTag'>,
    now: Date,
    isUnderWay: (sid: string) => boolean,
  ): Pick<SenderState, 'asked' | 'lastAskedAt' | 'replied' | 'unpaidLastHour' | 'pacedUntil' | 'notices' | 'repeats'> {
    const { asked, replied, pacedUntil, notices, questions } = this.#senders.get(sender) ?? none;
    const age = ({ askedAt }: Question): number => now.getTime() - askedAt;
    const same = questions.filter((question) => question.tag === questionTag && age(question) < muteMs);
    const answered = same.filter(({ isAnswered }) => isAnswered);
    const within = (times: number[], ms: number): number => times.filter((at) => now.getTime() - at < ms).length;
    return {
      asked: {
        last5Minutes: within(asked, 5 * minute),
        lastHour: within(asked, hourMs),
        lastDay: within(asked, dayMs),
      },
      lastAskedAt: asked.length === 0 ? null : new Date(Math.max(...asked)),
      replied: { lastHour: within(replied, hourMs), lastDay: within(replied, dayMs) },
      unpaidLastHour: within(this.#unpaid, hourMs),
      pacedUntil,
      notices,
      repeats: {
        isUnderWay: answered.some(({ sid }) => isUnderWay(sid)),
        answersLastMinute: answered.filter((question) => age(question) < minute).length,
        isMuted: answered.length < same.length,
      },
    };
  }

  /** Notes the decision about a text. */
  note(
    { sid, sender, questionTag }: Pick<InboundMessage, 'sid' | 'sender' | 'questionTag'>,
    { reply, isUnpaid, isAccepted, receivedAt, pacedUntil, notice, remembered }: ReplyDecision,
  ): void {
    const known = this.#known(sender);
    if (remembered !== null && questionTag !== null) {
      const askedAt = receivedAt.getTime();
      known.questions = known.questions.filter((question) => askedAt - question.askedAt < muteMs);
      known.questions.push({ sid, tag: questionTag, isAnswered: remembered === 'answered', askedAt });
    }
    if (reply !== null) known.replied.push(receivedAt.getTime());
    if (isUnpaid) this.#unpaid.push(receivedAt.getTime());
    if (isAccepted) {
      known.asked.push(receivedAt.getTime());
      known.pacedUntil = pacedUntil;
    }
    if (notice !== null) known.notices[notice] = receivedAt;
  }

  /** When this sender last got an apology for a late answer, in Unix milliseconds. */
  lateApologyAt(sender: string): number | null {
    return this.#senders.get(sender)?.notices.late_apology?.getTime() ?? null;
  }

  apologizedLate(sender: string, now: Date): void {
    this.#known(sender).notices.late_apology = now;
  }

  /** The database knows everything again. */
  clear(): void {
    this.#senders.clear();
    this.#unpaid = [];
  }

  #known(sender: string): Known {
    const known = this.#senders.get(sender) ?? { asked: [], replied: [], pacedUntil: null, notices: {}, questions: [] };
    this.#senders.set(sender, known);
    return known;
  }
}

const none: Known = { asked: [], replied: [], pacedUntil: null, notices: {}, questions: [] };
