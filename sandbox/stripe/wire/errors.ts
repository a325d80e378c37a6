/** Fields of Stripe's error object beyond type and message (API reference, "Errors"). */
export type ErrorDetail = {
  readonly type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
};

/** A refusal by Stripe: `{"error": {...}}` with this HTTP status. */
export class StripeError extends Error {
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(status: number, message: string, detail: ErrorDetail = {}) {
    super(message);
    this.name = 'StripeError';
    this.status = status;
    this.detail = detail;
  }
}

/** The JSON body of an error answer. Never without `error`: the official client takes such a body for a success. */
export function errorBody(error: StripeError, requestId: string): { error: Record<string, unknown> } {
  const { type = 'invalid_request_error', ...rest } = error.detail;
  return {
    error: {
      ...rest,
      ...(rest.code !== undefined && {
        doc_url: `https://docs.stripe.com/error-codes/${rest.code.replaceAll('_', '-')}`,
      }),
      message: error.message,
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type,
    },
  };
}

/** 400: the request is refused. */
export function invalid(message: string, detail: ErrorDetail = {}): StripeError {
  return new StripeError(400, message, detail);
}

/** 404 in the path, 400 in a parameter: an id that this account does not have. */
export function missing(what: string, id: string, param?: string): StripeError {
  return new StripeError(param === undefined ? 404 : 400, `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  });
}
