import type { CrashPoint } from '#server/platform/crash-points.ts';

/** Every named point that a text passes on its way to an answer. */
export const answerPath: readonly CrashPoint[] = [
  'wh.verified',
  'wh.inserted',
  'wh.committed',
  'wh.replied',
  'q.leased',
  'q.heartbeat',
  'q.textfetched',
  'ai.sent',
  'ai.answered',
  'out.tx.open',
  'out.tx.committed',
  'out.socket.open',
  'out.body.half',
  'out.body.sent',
  'out.resp.head',
  'out.resp.body',
  'res.tx.open',
  'res.committed',
  'cb.verified',
  'cb.committed',
  'rec.listed',
  'rec.absent',
];
