/**
 * How the dashboard begins, in the built HTML as well as with the cards: the largest words of the page are there before
 * any script, and stay where they are.
 */
export function DashboardHead({ name }: { name?: string }) {
  return (
    <>
      <h1 className="text-2xl">Dashboard</h1>
      <p className="mt-2 text-muted">{name === undefined ? 'Hello.' : `Hello ${name}.`}</p>
      <p className="mt-1 text-muted">Your plan, the phone you ask from and the number to text, all in one place.</p>
    </>
  );
}
