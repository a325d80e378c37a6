/**
 * A failure that the operator can fix. Message and remedy are complete sentences for the terminal; without a remedy, the
 * message says it all.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly remedy: string;

  constructor(message: string, remedy = '', options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}
