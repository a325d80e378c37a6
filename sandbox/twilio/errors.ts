/** Twilio's error codes: HTTP status and message, in which a value replaces `%`. */
const catalogue = {
  20001: [400, 'Unknown parameters: %'],
  20003: [401, 'Authenticate'],
  20004: [405, 'Method not allowed'],
  20009: [409, 'Cannot delete this resource before it is complete'],
  20404: [404, 'The requested resource % was not found'],
  20429: [429, 'Too Many Requests'],
  20500: [500, 'An internal server error has occurred'],
  20503: [503, 'Service unavailable'],
  21211: [400, "Invalid 'To' Phone Number: %"],
  21212: [400, 'Invalid From Number (caller ID): %'],
  21266: [400, "'To' and 'From' number cannot be the same: %"],
  21408: [400, "Permission to send an SMS has not been enabled for the region indicated by the 'To' number: %"],
  21601: [400, 'Phone number % is not a valid SMS-capable inbound phone number'],
  21602: [400, 'Message body is required.'],
  21603: [400, "A 'From' phone number is required."],
  21604: [400, "A 'To' phone number is required."],
  21606: [400, "The 'From' phone number % is not a valid, message-capable Twilio phone number for this account"],
  21609: [400, "The 'StatusCallback' URL % is not a valid URL."],
  21610: [400, 'Attempt to send to unsubscribed recipient'],
  21612: [400, "Message cannot be sent with the current combination of 'To' (%) and 'From' parameters"],
  21614: [400, "'To' number is not a valid mobile number: %"],
  21617: [400, 'The concatenated message body exceeds the 1600 character limit'],
  21620: [400, 'Invalid media URL(s): %'],
  21624: [400, 'Invalid validity period value: %'],
  21701: [404, 'The messaging service % does not exist'],
  21710: [409, 'Phone Number % is already in the Messaging Service.'],
  21712: [400, "'From' % is not a member of the messaging service's sender pool"],
  30029: [400, 'Message Privacy is not enabled for this account'],
  30400: [400, 'Body can only be redacted: it must be an empty string'],
  30409: [409, 'This message cannot be canceled'],
} as const satisfies Record<number, readonly [status: number, message: string]>;

export type TwilioErrorCode = keyof typeof catalogue;

/** A refusal by the REST API. */
export class TwilioError extends Error {
  readonly code: TwilioErrorCode;
  readonly status: number;

  /** @param value the subject of the message, e.g. an invalid number */
  constructor(code: TwilioErrorCode, value = '') {
    const [status, message] = catalogue[code];
    super(message.replace('%', () => value));
    this.code = code;
    this.status = status;
  }
}

/** The JSON of a refusal (Twilio docs, "REST API: Twilio's response", exceptions). */
export function toErrorBody({
  code,
  message,
  status,
}: Pick<TwilioError, 'message' | 'status'> & { readonly code: number }): object {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

/** The body for the HTTP status of a fault, with the fault's `code` if it has one. */
export function outageBody(status: number, code?: number): object {
  if (code !== undefined) return toErrorBody({ code, message: 'A fault set in the sandbox.', status });
  const codes: Record<number, TwilioErrorCode> = { 401: 20003, 404: 20404, 429: 20429, 503: 20503 };
  const error = new TwilioError(codes[status] ?? 20500);
  return toErrorBody({ code: error.code, message: error.message, status });
}
