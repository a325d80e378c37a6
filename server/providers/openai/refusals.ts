import type { APIError } from 'openai';

import { retryAfterMs } from '#server/providers/http-exchange.ts';
import { ProviderError, type ProviderErrorKind } from '#server/providers/ports/provider-error.ts';

/** Codes of a 429 or 403 that no waiting cures (developers.openai.com, error codes). */
const creditCodes = new Set(['insufficient_quota', 'credit_balance_exhausted', 'billing_hard_limit_reached']);
/** A model that the server no longer has, as a 400 that may name no parameter (github.com/RightNow-AI/openfang/issues/60). */
const modelCodes = new Set(['model_not_found', 'model_decommissioned']);
/** What a failed run says about the words it was given. */
const wordCodes = new Set(['invalid_prompt', 'bio_policy', 'misalignment_policy_violation']);

/** A refusal as our error. Its message quotes the request: only status, code and parameter decide, and only codes are kept. */
export function refusalOf({ status, code, param, headers }: APIError): ProviderError {
  const own = typeof code === 'string' ? code : String(status);
  const kind = kindOf(status as number, own, typeof param === 'string' ? param : '');
  const header = headers?.get('retry-after') ?? undefined;
  return new ProviderError('model', kind, {
    code: creditCodes.has(own) ? own : String(status),
    retryAfterMs: kind === 'rate_limited' ? retryAfterMs({ 'retry-after': header }) : undefined,
  });
}

function kindOf(status: number, code: string, param: string): ProviderErrorKind {
  if (creditCodes.has(code)) return 'auth';
  if (status === 429) return 'rate_limited';
  // 404: no such model, or not for this key. A complaint about a parameter is one about our settings, not the words.
  const isOurs = status === 400 && (modelCodes.has(code) || (param !== '' && !param.startsWith('input')));
  if ([401, 402, 403, 404].includes(status) || isOurs) return 'auth';
  if (status === 408 || status === 409) return 'unavailable';
  return status >= 400 && status < 500 ? 'rejected' : 'unavailable';
}

/** A run that ended without an answer, with HTTP 200. */
export function failureOf(status: string | undefined, code: string | undefined): ProviderError {
  if (code === 'rate_limit_exceeded') return new ProviderError('model', 'rate_limited', { code });
  if (code !== undefined && wordCodes.has(code)) return new ProviderError('model', 'rejected', { code });
  return new ProviderError('model', 'unavailable', { code: code ?? status });
}
