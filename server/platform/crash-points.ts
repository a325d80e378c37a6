/**
 * The places where a test may kill or freeze the process (docs/reference/texting-protocol.md#crash-points). Off unless
 * armed, and `main` arms them only when NODE_ENV is `test`: outside tests a call is one comparison.
 */
export type CrashPoint =
  | `wh.${'verified' | 'inserted' | 'committed' | 'replied'}`
  | `q.${'leased' | 'heartbeat' | 'textfetched'}`
  | `ai.${'recalled' | 'sent' | 'answered'}`
  | `out.${'tx.open' | 'tx.committed' | 'socket.open' | 'body.half' | 'body.sent' | 'resp.head' | 'resp.body'}`
  | `res.${'tx.open' | 'committed'}`
  | `cb.${'verified' | 'committed'}`
  | `rec.${'listed' | 'absent'}`
  | `spool.${'appended' | 'applied' | 'deleted'}`
  | 'redact.sent'
  | `migrate.${'created' | 'linked' | 'password'}`;

let armed: { readonly point: string; readonly signal: 'SIGKILL' | 'SIGSTOP'; countdown: number } | null = null;

/**
 * Arms one point from `name`, `name:3` (the third time) or `name:1:stop` (freeze instead of kill; the test
 * sends SIGCONT).
 */
export function armCrashPoint(spec: string): void {
  const [point = '', times = '1', how = 'kill'] = spec.split(':');
  armed = { point, signal: how === 'stop' ? 'SIGSTOP' : 'SIGKILL', countdown: Number(times) };
}

/** Kills or freezes the process if this point is armed and this is the armed pass. */
export function crashPoint(point: CrashPoint): void {
  if (armed?.point !== point) return;
  armed.countdown -= 1;
  if (armed.countdown === 0) process.kill(process.pid, armed.signal);
}

/** Whether a point is armed, where its setup is expensive, such as sending a request body in two parts. */
export function isCrashPointArmed(point: CrashPoint): boolean {
  return armed?.point === point;
}
