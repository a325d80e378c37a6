import * as z from 'zod/mini';

const whole = z.number().check(z.int(), z.nonnegative());
const when = z.iso.datetime();

/** What the service depends on, each a lamp of the operator's desk. */
export const lamps = ['carrier', 'model', 'payments', 'mail', 'database'] as const;
export type Lamp = (typeof lamps)[number];

const LampView = z.object({
  name: z.enum(lamps),
  /** `bad`: a critical signal fires; `warn`: a warning fires, or the lamp cannot be read. */
  state: z.enum(['good', 'warn', 'bad']),
  /** The worst signal's own sentence; null while none fires. */
  sentence: z.nullable(z.string()),
  /** Since when that signal fires. */
  since: z.nullable(when),
  /** When it last did its work: a text or email taken, an answer, a payment event, a read. Null if not known. */
  workedAt: z.nullable(when),
});
export type LampView = z.infer<typeof LampView>;

const FiringSignal = z.object({
  code: z.string(),
  severity: z.enum(['critical', 'warning']),
  sentence: z.string(),
  remedy: z.string(),
  since: when,
});

/** `GET /api/admin/status`: whether texts are answered now, by the signals that alert the operator. */
export const DeskStatus = z.object({
  at: when,
  /** By the worst signal about answers that fires in any process. */
  state: z.enum(['working', 'slow', 'not_answering']),
  /** The last ten minutes, and what is open; null while the database cannot be read. */
  lately: z.nullable(
    z.object({
      answered: whole,
      failed: whole,
      /** Milliseconds to the answer; null if nothing was answered. */
      medianMs: z.nullable(z.number()),
      openTexts: whole,
      oldestOpenSeconds: z.nullable(z.number()),
    }),
  ),
  lamps: z.array(LampView),
  /** All signals that fire, critical ones first. */
  signals: z.array(FiringSignal),
});
export type DeskStatus = z.infer<typeof DeskStatus>;
