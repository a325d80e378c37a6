/**
 * The service number that codes and account news leave from: the last, so that a code never waits behind an answer whose
 * outcome is unknown (docs/reference/texting-protocol.md#tables). A phone that opted out is told to text START to this
 * one, because without a messaging service the carrier's block ends only for the number that gets the START.
 */
export function codeNumberOf(serviceNumbers: readonly string[]): string {
  return serviceNumbers.at(-1) ?? '';
}
