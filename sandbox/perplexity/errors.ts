/** A refusal by the Agent API. */
export class PerplexityError extends Error {
  readonly status: number;
  /** The invalid field, if the API names it. */
  readonly param: string | null;
  /** The error's name if the status has more than one. */
  readonly type: string | undefined;

  constructor(status: number, message: string, { param = null, type }: { param?: string | null; type?: string } = {}) {
    super(message);
    this.status = status;
    this.param = param;
    this.type = type;
  }
}

/** The API's names for its errors, by HTTP status. */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'authentication_error',
  403: 'permission_denied',
  404: 'not_found',
  413: 'request_too_large',
  429: 'request_rate_limit_exceeded',
  500: 'internal_error',
  502: 'bad_gateway',
  504: 'gateway_timeout',
};

type ErrorFields = Pick<PerplexityError, 'status' | 'message' | 'param'> & { readonly type?: string | undefined };

export function toErrorBody({ status, message, param, type }: ErrorFields): object {
  const name = type ?? types[status] ?? 'internal_error';
  return { error: { message, type: name, code: status, ...(param !== null && { param }) } };
}

/** The body for the HTTP status of a fault. */
export function outageBody(status: number): object {
  const message = status === 429 ? 'Rate limit exceeded, please retry later.' : 'The service had an error.';
  return toErrorBody({ status, message, param: null });
}

/** The HTML with which the edge in front of the API sometimes answers. */
export const htmlEdgePage =
  '<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center>\r\n</body>\r\n</html>\r\n';
