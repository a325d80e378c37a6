/** A backup cannot be made or used as it is. Message and remedy are sentences for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}
