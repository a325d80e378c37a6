import type { Facts, Notice, Settlement } from '#server/texting/taking-in/settle.ts';

type Known = { asked: number[]; pacedUntil: Date | null; notices: Partial<Record<Notice | 'late_apology', Date>> };

const minute = 60_000;
const dayMs = 24 * 60 * minute;

/**
 * What was settled for each sender since the outage began: fair use, pacing and notices go on by it, where the
 * database cannot be asked what was before.
 */
export class SenderMemory {
  readonly #senders = new Map<string, Known>();

  facts(sender: string, now: Date): Pick<Facts, 'asked' | 'pacedUntil' | 'notices'> {
    const { asked, pacedUntil, notices } = this.#senders.get(sender) ?? none;
    const since = (ms: number): number => asked.filter((at) => now.getTime() - at < ms).length;
    return {
      asked: { last5Minutes: since(5 * minute), lastHour: since(60 * minute), lastDay: since(dayMs) },
      pacedUntil,
      notices,
    };
  }

  settled(sender: string, { isAccepted, receivedAt, pacedUntil, notice }: Settlement): void {
    const known = this.#known(sender);
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
  }

  #known(sender: string): Known {
    const known = this.#senders.get(sender) ?? { asked: [], pacedUntil: null, notices: {} };
    this.#senders.set(sender, known);
    return known;
  }
}

const none: Known = { asked: [], pacedUntil: null, notices: {} };
