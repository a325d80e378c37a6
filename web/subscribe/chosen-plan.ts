/** The plan in an address (`?plan=annual`), or null. */
export function readPlan(search: string): string | null {
  return new URLSearchParams(search).get('plan');
}

/** The path of /subscribe with this plan selected. */
export function subscribePath(plan: string | null): string {
  return plan === null ? '/subscribe' : `/subscribe?${new URLSearchParams({ plan })}`;
}
