import { type JsonSchema, someWord, type Source } from './contract.ts';
import { hostileString, shown } from './hostile.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** The bytes of common attachments, and of hostile ones. */
function someFile({ random, tag }: Source): Buffer {
  const size = random.chance(0.02) ? 4_000_000 : random.below(random.chance(0.2) ? 60_000 : 500);
  const starts = [png, Buffer.from(`%PDF-1.7 ${tag}`), Buffer.from(`log of ${tag}\n`), Buffer.from('MZ\u0090\u0000')];
  return Buffer.concat([random.pick(starts), Buffer.alloc(size, random.pick([0, 0x20, 0x41, 0xff]))]);
}

const plainName = (source: Source): string =>
  `${someWord(source)}.${source.random.pick(['png', 'txt', 'pdf', 'exe', ''])}`;

function partOf(name: string, value: Buffer, more = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`Content-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    value,
    Buffer.from('\r\n'),
  ]);
}

/** A form with these fields and some files (RFC 7578). An odd one is truncated, or has extra parts or wrong boundaries. */
export function formOf(
  fields: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  source: Source,
  isOdd: boolean,
): { headers: Record<string, string>; bytes: Buffer } {
  const { random } = source;
  const fileField = Object.entries(schema.properties ?? {}).find(([, own]) => own.type === 'array')?.[0] ?? 'file';
  const parts = Object.entries(fields)
    .filter(([name]) => name !== fileField)
    .map(([name, value]) => partOf(name.replace(/["\r\n]/g, '%22'), Buffer.from(shown(value))));
  const files = random.below(isOdd ? 7 : 3);
  for (let nth = 0; nth < files; nth += 1) {
    const name = isOdd
      ? hostileString(source)
          .slice(0, 300)
          .replace(/["\r\n]/g, '%22')
      : plainName(source);
    const type = random.pick(['image/png', 'text/plain', 'application/pdf', 'text/html']);
    parts.push(
      partOf(
        random.chance(0.9) ? fileField : 'other',
        someFile(source),
        `; filename="${name}"\r\nContent-Type: ${type}`,
      ),
    );
  }
  if (isOdd && random.chance(0.1))
    for (let nth = 0; nth < 40; nth += 1) parts.push(partOf(someWord(source), Buffer.from('x')));
  const boundary = `----${someWord(source)}`;
  const between = Buffer.from(`--${boundary}\r\n`);
  const whole = Buffer.concat([...parts.flatMap((part) => [between, part]), Buffer.from(`--${boundary}--\r\n`)]);
  const said = isOdd && random.chance(0.1) ? 'other' : boundary;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${said}` },
    bytes: isOdd && random.chance(0.2) ? whole.subarray(0, random.below(whole.length)) : whole,
  };
}
