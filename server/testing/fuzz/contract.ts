import type { SeededRandom } from '#server/testing/seeded-random.ts';

/** The subset of JSON Schema 2020-12 that the contract's schemas use. */
export type JsonSchema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
};

type Parameter = { readonly name: string; readonly in: string; readonly schema: JsonSchema };

/** A call of the product from its API documentation. */
export type Call = {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
  /** The body is a form with files. */
  readonly isForm: boolean;
  readonly needs: 'nothing' | 'session' | 'operator';
};

type Documented = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
};

/** Every call of the product, from `GET /api/docs`, which is generated from the contract's schemas. */
export async function readCalls(url: string): Promise<Call[]> {
  const response = await fetch(`${url}/api/docs`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Documented>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => callOf(path, method, documented)),
  );
}

function callOf(path: string, method: string, { parameters = [], requestBody, security = [] }: Documented): Call {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const names = new Set(security.flatMap((one) => Object.keys(one)));
  return {
    method: method.toUpperCase(),
    path,
    parameters,
    body: content?.schema ?? null,
    isForm: type === 'multipart/form-data',
    needs: names.has('operator') ? 'operator' : names.has('session') ? 'session' : 'nothing',
  };
}

/** The data of an existing account. */
export type Known = {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly userId: string;
};

/** The sources of values: the random source, existing accounts, and a word that marks all generated contents. */
export type Source = {
  readonly random: SeededRandom;
  readonly known: readonly Known[];
  /** Part of every generated word, and of nothing else. */
  readonly tag: string;
  readonly operatorToken: string;
};

type Maker = (source: Source) => unknown;

const digits = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, () => String(random.below(10))).join('');

/** A plausible phone number in Chicago, sometimes one of an existing account. */
export function somePhone({ random, known }: Source): string {
  const own = `312${2 + random.below(8)}${digits(random, 6)}`;
  const number = random.chance(0.4) && known.length > 0 ? random.pick(known).phone.slice(2) : own;
  const [area, exchange, line] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];
  return random.pick([`+1${number}`, number, `(${area}) ${exchange}-${line}`, `1-${area}-${exchange}-${line}`]);
}

/** A random word with the tag in it. */
export function someWord({ random, tag }: Source): string {
  return `${tag}${digits(random, random.below(8))}`;
}

const emailOf: Maker = (source) =>
  source.random.chance(0.6) && source.known.length > 0
    ? source.random.pick(source.known).email
    : `${someWord(source)}@askline.example`;
const passwordOf: Maker = (source) =>
  source.random.chance(0.5) && source.known.length > 0
    ? source.random.pick(source.known).password
    : `${someWord(source)}A1!`;
const codeOf: Maker = ({ random }) => digits(random, 6);

/** Meaningful values by field name. */
const makers: Readonly<Record<string, Maker>> = {
  email: emailOf,
  password: passwordOf,
  newPassword: passwordOf,
  phoneNumber: somePhone,
  confirmationCode: codeOf,
  verificationCode: codeOf,
  code: codeOf,
  userId: ({ random, known }) => (known.length > 0 ? random.pick(known).userId : '0'),
  plan: ({ random }) => random.pick(['monthly', 'annual', 'yearly']),
  refresh: ({ random }) => random.pick(['true', 'false', '']),
  token: ({ random, operatorToken, tag }) => (random.chance(0.5) ? operatorToken : tag),
  id: ({ random }) => `SM${Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')}`,
  country: ({ random }) => random.pick(['Canada', 'United States', 'France', 'nowhere']),
  messageDate: ({ random }) => random.pick(['2026-11-20', '2026-02-30', '0000-00-00', '']),
  messageTime: ({ random }) => random.pick(['12:00', '25:61', '9:05 PM', '']),
};

/** A value that the schema allows. */
export function validValue(schema: JsonSchema, name: string, source: Source): unknown {
  const { random } = source;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return validValue(random.pick(schema.anyOf), name, source);
  if (schema.properties) return validObject(schema, source);
  const maker = makers[name];
  if (maker) return maker(source);
  if (schema.type === 'boolean') return random.chance(0.9);
  if (schema.type === 'number' || schema.type === 'integer') return random.below(100);
  if (schema.type === 'array') return [];
  return someWords(schema, source);
}

/** An object with every required field and most optional ones. */
export function validObject(schema: JsonSchema, source: Source): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) === true || source.random.chance(0.7),
  );
  return Object.fromEntries(fields.map(([name, own]) => [name, validValue(own, name, source)]));
}

function someWords({ maxLength = 200, minLength = 0 }: JsonSchema, source: Source): string {
  const length = minLength + source.random.below(Math.min(maxLength, 400) - minLength + 1);
  const words = `${someWord(source)} what is 15% of 80? `;
  return words.repeat(Math.ceil(length / words.length)).slice(0, Math.max(length, minLength));
}
