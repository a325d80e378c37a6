/** Reads exact numbers of bytes from chunks of any size. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #size = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** @returns the next `length` bytes; null when the source ends before them */
  async read(length: number): Promise<Buffer | null> {
    while (this.#size < length) if (!(await this.#more())) return null;
    const all = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held);
    this.#held = [all.subarray(length)];
    this.#size -= length;
    return all.subarray(0, length);
  }

  /** @returns the text before the next newline, without it; null when there is none in `lengthMax` bytes */
  async readLine(lengthMax: number): Promise<string | null> {
    for (;;) {
      const all = Buffer.concat(this.#held);
      const end = all.indexOf(0x0a);
      if (end !== -1 && end <= lengthMax) {
        this.#held = [all.subarray(end + 1)];
        this.#size = all.length - end - 1;
        return all.subarray(0, end).toString('utf8');
      }
      if (all.length > lengthMax || !(await this.#more())) return null;
    }
  }

  /** Whether the source has no further byte. */
  async isOver(): Promise<boolean> {
    while (this.#size === 0) if (!(await this.#more())) return true;
    return false;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#held.push(next.value);
    this.#size += next.value.length;
    return true;
  }
}
