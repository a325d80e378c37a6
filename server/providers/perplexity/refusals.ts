import { parseJson } from '#contract/parse-json.ts';
import { type HttpAnswer, retryAfterMs } from '#server/providers/http-exchange.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

/**
 * A refusal by Perplexity as our error. Its body quotes the request: only the name of the error and of the offending
 * field are read from it, and only the status is kept.
 */
export function refusalOf({ status, headers, text }: HttpAnswer): ProviderError {
  const code = String(status);
  // 402: no credit. 404, 405, 410: no such model or endpoint, which no other words would change.
  const isOurs = (status === 400 || status === 422) && isAboutSettings(text);
  if ([401, 402, 403, 404, 405, 410].includes(status) || isOurs) return new ProviderError('model', 'auth', { code });
  if (status === 429) {
    return new ProviderError('model', 'rate_limited', { code, retryAfterMs: retryAfterMs(headers) });
  }
  // 424: its search failed.
  const isPassing = [408, 409, 424, 425].includes(status) || status < 400 || status >= 500;
  return new ProviderError('model', isPassing ? 'unavailable' : 'rejected', { code });
}

/** The two shapes of a refusal: the API's own, and that of the framework in front of it, which names each field's place. */
type RefusalBody = {
  readonly error?: { readonly type?: unknown; readonly param?: unknown } | null;
  readonly detail?: unknown;
};

/**
 * Whether a refusal is about our settings and not about the words. A model that is retired or mistyped has its own type
 * and no field (github.com/openclaw/openclaw/issues/4804); otherwise the field decides.
 */
function isAboutSettings(text: string): boolean {
  const { error, detail } = (parseJson(text) ?? {}) as RefusalBody;
  if (error?.type === 'invalid_model') return true;
  const param = error?.param;
  if (typeof param === 'string') return param !== '' && !param.startsWith('input');
  const places = Array.isArray(detail) ? detail.map(placeOf) : [];
  return places.length > 0 && places.every((place) => place.length > 0 && !place.includes('input'));
}

/** Such as `['body', 'model']`; empty if none is named. */
function placeOf(complaint: unknown): readonly unknown[] {
  const place = (complaint as { readonly loc?: unknown } | null)?.loc;
  return Array.isArray(place) ? place : [];
}
