import { hash } from 'node:crypto';

/** The bytes that SHA-1 and SHA-256 take at a time, and so the length of the keyed pads (RFC 2104, section 2). */
const blockBytes = 64;
const innerByte = 0x36;
const outerByte = 0x5c;
/** A webhook's parameters are some 600 bytes. */
const usualBytes = 4096;

const digestBytes = { sha1: 20, sha256: 32 } as const;

/** Makes the HMAC of a message in UTF-8. */
type KeyedHash = (message: string) => string;

/**
 * HMAC (RFC 2104) for many short messages under one key: what `createHmac` of Node computes, in half of its time and
 * without an object for each message, which the garbage collector would have to end. The key stays in memory; of the
 * message nothing does.
 */
export function keyedHash(algorithm: keyof typeof digestBytes, key: string, encoding: 'hex' | 'base64'): KeyedHash {
  const bytes = Buffer.from(key, 'utf8');
  const block = Buffer.alloc(blockBytes);
  (bytes.length > blockBytes ? hash(algorithm, bytes, 'buffer') : bytes).copy(block);
  const inner = Buffer.alloc(blockBytes + usualBytes);
  const outer = Buffer.alloc(blockBytes + digestBytes[algorithm]);
  for (const [nth, byte] of block.entries()) {
    inner[nth] = byte ^ innerByte;
    outer[nth] = byte ^ outerByte;
  }
  return function hashed(message) {
    // A character of a string has at most three bytes.
    const isUsual = message.length * 3 <= usualBytes;
    const input = isUsual ? inner : Buffer.alloc(blockBytes + Buffer.byteLength(message));
    if (!isUsual) inner.copy(input, 0, 0, blockBytes);
    const end = blockBytes + input.write(message, blockBytes, 'utf8');
    // As a string of bytes, which is made faster than a buffer.
    outer.write(hash(algorithm, input.subarray(0, end), 'binary'), blockBytes, 'latin1');
    input.fill(0, blockBytes, end);
    return hash(algorithm, outer, encoding);
  };
}
