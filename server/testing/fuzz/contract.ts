import type { Dice } from '#server/testing/chaos/dice.ts';

/** The part of JSON Schema 2020-12 that the contract's schemas come out as. */
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

/** A call of the product as its documentation tells of it. */
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

/** Every call there is, from the product's own `GET /api/docs`, which is made from the contract's schemas. */
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

/** What belongs to someone whom the product knows. */
export type Known = {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly userId: string;
};

/** Where values come from: chance, people whom the product knows, and a word that marks all that was sent. */
export type Source = {
  readonly dice: Dice;
  readonly known: readonly Known[];
  /** Stands in every word that is generated, and nowhere else in the world. */
  readonly tag: string;
  readonly operatorToken: string;
};

type Maker = (source: Source) => unknown;

const digits = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => String(dice.below(10))).join('');

/** A number that passes for one of a phone in Chicago, and now and then one that someone has. */
export function somePhone({ dice, known }: Source): string {
  const own = `312${2 + dice.below(8)}${digits(dice, 6)}`;
  const number = dice.chance(0.4) && known.length > 0 ? dice.pick(known).phone.slice(2) : own;
  const [area, exchange, line] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];
  return dice.pick([`+1${number}`, number, `(${area}) ${exchange}-${line}`, `1-${area}-${exchange}-${line}`]);
}

/** Some word of 1 to 20 letters, with the tag in it. */
export function someWord({ dice, tag }: Source): string {
  return `${tag}${digits(dice, dice.below(8))}`;
}

const emailOf: Maker = (source) =>
  source.dice.chance(0.6) && source.known.length > 0
    ? source.dice.pick(source.known).email
    : `${someWord(source)}@askline.example`;
const passwordOf: Maker = (source) =>
  source.dice.chance(0.5) && source.known.length > 0
    ? source.dice.pick(source.known).password
    : `${someWord(source)}A1!`;
const codeOf: Maker = ({ dice }) => digits(dice, 6);

/** Values that mean something to the product, by the field's name. */
const makers: Readonly<Record<string, Maker>> = {
  email: emailOf,
  password: passwordOf,
  newPassword: passwordOf,
  phoneNumber: somePhone,
  confirmationCode: codeOf,
  verificationCode: codeOf,
  code: codeOf,
  userId: ({ dice, known }) => (known.length > 0 ? dice.pick(known).userId : '0'),
  plan: ({ dice }) => dice.pick(['monthly', 'annual', 'yearly']),
  refresh: ({ dice }) => dice.pick(['true', 'false', '']),
  token: ({ dice, operatorToken, tag }) => (dice.chance(0.5) ? operatorToken : tag),
  id: ({ dice }) => `SM${Array.from({ length: 32 }, () => dice.below(16).toString(16)).join('')}`,
  country: ({ dice }) => dice.pick(['Canada', 'United States', 'France', 'nowhere']),
  messageDate: ({ dice }) => dice.pick(['2026-11-20', '2026-02-30', '0000-00-00', '']),
  messageTime: ({ dice }) => dice.pick(['12:00', '25:61', '9:05 PM', '']),
};

/** A value that the schema allows, as far as the schema itself tells. */
export function validValue(schema: JsonSchema, name: string, source: Source): unknown {
  const { dice } = source;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  if (schema.anyOf) return validValue(dice.pick(schema.anyOf), name, source);
  if (schema.properties) return validObject(schema, source);
  const maker = makers[name];
  if (maker) return maker(source);
  if (schema.type === 'boolean') return dice.chance(0.9);
  if (schema.type === 'number' || schema.type === 'integer') return dice.below(100);
  if (schema.type === 'array') return [];
  return someWords(schema, source);
}

/** Each field that is required, and most of the others. */
export function validObject(schema: JsonSchema, source: Source): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) === true || source.dice.chance(0.7),
  );
  return Object.fromEntries(fields.map(([name, own]) => [name, validValue(own, name, source)]));
}

function someWords({ maxLength = 200, minLength = 0 }: JsonSchema, source: Source): string {
  const length = minLength + source.dice.below(Math.min(maxLength, 400) - minLength + 1);
  const words = `${someWord(source)} what is 15% of 80? `;
  return words.repeat(Math.ceil(length / words.length)).slice(0, Math.max(length, minLength));
}
