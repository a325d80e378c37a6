/** The parts of the OpenAPI document that the page reads (https://spec.openapis.org/oas/v3.1.1.html). */
export type ApiDocument = {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

/** A schema of OpenAPI 3.1 (https://json-schema.org/draft/2020-12). */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

type Described = {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly 'x-access'?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
};

/** One call of the API. */
export type Operation = Described & { readonly method: string; readonly path: string };

/** All calls, in the order of their registration. */
export function operationsOf({ paths = {} }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method, path })),
  );
}

/**
 * The name of a call for programs that are generated from the document: `GET /api/user/phone-numbers` is
 * `getUserPhoneNumbers`, `POST /webhooks/stripe` is `postWebhooksStripe`. It changes only with method or path.
 */
export function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/[:{](\w+)\}?/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
}
