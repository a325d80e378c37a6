import { OperatorError } from '#server/platform/operator-error.ts';

/** A backup cannot be made or used as it is. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}
