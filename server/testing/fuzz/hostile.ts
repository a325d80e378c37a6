import { someWord, type Source } from './contract.ts';

type Make = (word: string, source: Source) => unknown;

/** Strings that are known to break programs. Each contains the word. */
const hostileStrings: readonly ((word: string) => string)[] = [
  (word) => `${word}\u0000${word}`,
  (word) => `${word}\ud800`,
  (word) => `\udfff${word}\ufffe\uffff`,
  (word) => `\u202e${word}\u2066\u200d`,
  (word) => `${word}${'\u0301'.repeat(500)}`,
  (word) => `${word} 👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 ${word}`,
  (word) => `${word}'; drop table users; --`,
  (word) => `"${word}\\" \\u0000 \\x00 %00 %0d%0a`,
  (word) => `${word}\r\nSet-Cookie: ${word}=1\r\n\r\n`,
  (word) => `<script>${word}</script><!--`,
  (word) => `../../../../etc/${word}\\..\\`,
  (word) => `$\{jndi:ldap://${word}} {{7*7}} %s%n%x`,
  (word) => `=cmd|'/C ${word}'!A0`,
  (word) => word.repeat(3000),
  (word) => `${' '.repeat(20_000)}${word}`,
  (word) => `${word}@${'a.'.repeat(2000)}com`,
  (word) => `+1${'2'.repeat(400)}${word}`,
  (word) => `${word}\t\v\f\u0085\u2028\u2029\ufeff`,
  (word) => `__proto__${word}`,
  (word) => ` ${word} `,
];

const hostileValues: readonly Make[] = [
  () => null,
  () => '',
  () => ' ',
  () => true,
  () => 0,
  () => -1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => 0.1,
  () => [],
  () => ({}),
  (word) => [word, word],
  (word) => ({ [word]: word }),
  (word) => ({ toString: word, valueOf: word, length: 1 }),
  (word) => ({ $ne: word, constructor: word }),
  (word) => nested(word, 60),
  (word, { random }) => random.pick(hostileStrings)(word),
  (word, { random }) => random.pick(hostileStrings)(word),
  (word, { random }) => random.pick(hostileStrings)(word),
];

/** A hostile value. */
export function hostileValue(source: Source): unknown {
  return source.random.pick(hostileValues)(someWord(source), source);
}

/** A hostile string. */
export function hostileString(source: Source): string {
  return source.random.pick(hostileStrings)(someWord(source));
}

function nested(word: string, depth: number): unknown {
  return depth === 0 ? word : { [word]: [nested(word, depth - 1)] };
}

/** The same fields with one or two removed, swapped or replaced by hostile values, or with an extra field. */
export function almost(fields: Readonly<Record<string, unknown>>, source: Source): Record<string, unknown> {
  const { random } = source;
  const changed: Record<string, unknown> = { ...fields };
  const names = Object.keys(changed);
  const times = 1 + random.below(2);
  for (let time = 0; time < times; time += 1) {
    const name = names.length > 0 && random.chance(0.9) ? random.pick(names) : someWord(source);
    const what = random.below(10);
    if (what === 0) delete changed[name];
    else if (what === 1) changed[name] = changed[random.pick([...names, name])];
    else if (what === 2) changed[name] = `${shown(changed[name])}${hostileString(source)}`;
    else if (what === 3) changed[name] = shown(changed[name]).slice(0, 1);
    else changed[name] = hostileValue(source);
  }
  return changed;
}

/** A value as a form would send it. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Bodies with invalid JSON, or JSON with unexpected contents. */
export const hostileBodies: readonly ((word: string, json: string) => Buffer)[] = [
  () => Buffer.alloc(0),
  (_word, json) => Buffer.from(json.slice(0, json.length / 2)),
  (_word, json) => Buffer.from(`\ufeff${json}`),
  (_word, json) => Buffer.from(json, 'utf16le'),
  (word) => Buffer.from(`"${word}"`),
  (word) => Buffer.from(`{"__proto__":{"isAdmin":"${word}"},"constructor":{"prototype":"${word}"}}`),
  (word, json) => Buffer.from(json.replace(/^\{/, `{"email":"${word}","email":"${word}",`)),
  (word) => Buffer.concat([Buffer.from(`{"email":"${word}`), Buffer.from([0xc3, 0x28, 0xff, 0xfe]), Buffer.from('"}')]),
  (word) => Buffer.from(`${'['.repeat(5000)}"${word}"${']'.repeat(5000)}`),
  (word) => Buffer.from(`{"a":"${word.repeat(9000)}"}`),
  (word) => Buffer.from(`email=${word}&password=${word}`),
  (word) => Buffer.from(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${word}">]><a>&b;</a>`),
  (word) => Buffer.from(`NaN ${word}`),
  () => Buffer.from('null'),
  () => Buffer.from('1e999'),
];
