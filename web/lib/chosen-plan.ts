/** The plan that a link or an earlier choice put into an address (`?plan=annual`); null for none. */
export function readPlan(search: string): string | null {
  return new URLSearchParams(search).get('plan');
}

/** /subscribe with this plan chosen. */
export function subscribePath(plan: string | null): string {
  return plan === null ? '/subscribe' : `/subscribe?${new URLSearchParams({ plan })}`;
}
