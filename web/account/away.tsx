import { useSession } from '../lib/session.tsx';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';

/** Stands in for a private page while no one can say who is there; it gives way by itself. */
export function Away() {
  const { refresh } = useSession();
  const { isPending, submit } = useSubmit<void>(async () => {
    await refresh();
  });
  return (
    <div className="wrap min-h-[60rem] pt-10 md:pt-14">
      <h1 className="text-2xl">One moment, please</h1>
      <output className="mt-3 mb-6 block max-w-[48ch] text-muted">
        We cannot reach our records right now. You are still logged in, and this page goes on by itself as soon as we
        can.
      </output>
      <Button variant="secondary" isPending={isPending} onClick={() => void submit()}>
        {isPending ? 'Trying…' : 'Try now'}
      </Button>
    </div>
  );
}
