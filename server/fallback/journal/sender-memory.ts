import type { Facts, Notice, Settlement } from '#server/texting/taking-in/settle.ts';
import type { Arrival } from '#server/texting/taking-in/take-in.repo.ts';

type Question = { readonly sid: string; readonly tag: number; readonly isAnswered: boolean; readonly askedAt: number };

type Known = {
  asked: number[];
  replied: number[];
  pacedUntil: Date | null;
  notices: Partial<Record<Notice | 'late_apology', Date>>;
  questions: Question[];
};

const minute = 60_000;
const dayMs = 24 * 60 * minute;
const muteMs = 10 * minute;

/**
 * What was settled for each sender since the outage began: fair use, pacing, repetitions and notices go on by it, where the
 * database cannot be asked what was before.
 */
export class SenderMemory {
  readonly #senders = new Map<string, Known>();
  /** When people without a plan got replies. */
  #unpaid: number[] = [];

  /** @param isUnderWay whether this text is being answered and not late */
  facts(
    { sender, questionTag }: Pick<Arrival, 'sender' | 'questionTag'>,
    now: Date,
    isUnderWay: (sid: string) => boolean,
  ): Pick<Facts, 'asked' | 'replied' | 'unpaidLastHour' | 'pacedUntil' | 'notices' | 'repeats'> {
    const { asked, replied, pacedUntil, notices, questions } = this.#senders.get(sender) ?? none;
    const age = ({ askedAt }: Question): number => now.getTime() - askedAt;
    const same = questions.filter((question) => question.tag === questionTag && age(question) < muteMs);
    const answered = same.filter(({ isAnswered }) => isAnswered);
    const within = (times: number[], ms: number): number => times.filter((at) => now.getTime() - at < ms).length;
    return {
      asked: {
        last5Minutes: within(asked, 5 * minute),
        lastHour: within(asked, 60 * minute),
        lastDay: within(asked, dayMs),
      },
      replied: { lastHour: within(replied, 60 * minute), lastDay: within(replied, dayMs) },
      unpaidLastHour: within(this.#unpaid, 60 * minute),
      pacedUntil,
      notices,
      repeats: {
        isUnderWay: answered.some(({ sid }) => isUnderWay(sid)),
        answersLastMinute: answered.filter((question) => age(question) < minute).length,
        isMuted: answered.length < same.length,
      },
    };
  }

  settled(
    { sid, sender, questionTag }: Pick<Arrival, 'sid' | 'sender' | 'questionTag'>,
    { reply, isUnpaid, isAccepted, receivedAt, pacedUntil, notice, remembered }: Settlement,
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

  /** @returns whether an apology for a late answer is due; at most one an hour (decisions, "Time") */
  mayApologiseLate(sender: string, now: Date): boolean {
    const known = this.#known(sender);
    const last = known.notices.late_apology;
    if (last !== undefined && now.getTime() - last.getTime() < 60 * minute) return false;
    known.notices.late_apology = now;
    return true;
  }

  /** The database knows it all again. */
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
