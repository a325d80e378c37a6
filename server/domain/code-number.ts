/**
 * The service number that codes and account news leave from: the last, so that a code never waits behind an answer whose
 * outcome is unknown (docs/reference/texting-protocol.md#tables). We ask a phone that opted out to text START to this
 * number, because without a messaging service the carrier lifts its block only for the number that gets the START.
 */
export function codeNumberOf(serviceNumbers: readonly string[]): string {
  return serviceNumbers.at(-1) ?? '';
}
