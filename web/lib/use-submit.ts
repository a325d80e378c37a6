import { useRef, useState } from 'react';

/** Runs one submit at a time: repeats are ignored until it is done, whether it worked or not. */
export function useSubmit<Values>(send: (values: Values) => Promise<void>) {
  const [isPending, setIsPending] = useState(false);
  const busy = useRef(false);

  async function submit(values: Values): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setIsPending(true);
    try {
      await send(values);
    } finally {
      busy.current = false;
      setIsPending(false);
    }
  }

  return { isPending, submit };
}
