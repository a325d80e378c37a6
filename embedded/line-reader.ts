import type { Socket } from 'node:net';

import { LINE_CHARS_MAX } from './control-protocol.ts';

/** Calls `onValue` for each line of JSON; an overlong or invalid line closes the connection. */
export function readLines(socket: Socket, onValue: (value: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARS_MAX) socket.destroy();
    for (const line of lines) {
      const value = parse(line);
      if (value === undefined) socket.destroy();
      if (socket.destroyed) return;
      onValue(value);
    }
  });
}

/** Writes one value as a line; does nothing on a closed connection. */
export function writeLine(socket: Socket, value: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
