import { lazy, Suspense, useState } from 'react';

import { OptOutReply } from '#contract/admin-look-up.ts';

import { addToast } from '../../lib/toast-store.ts';
import { Card } from '../../ui/card.tsx';
import { useAdmin } from '../admin-calls.ts';
import { QueryForm, refused } from './query-form.tsx';

const OptOutDialog = lazy(async () => ({ default: (await import('./opt-out-dialog.tsx')).OptOutDialog }));

/** Someone asked, by letter or by voice, not to be texted any more: the law wants that honoured like a STOP. */
export function OptOutCard() {
  const { ask } = useAdmin();
  const [number, setNumber] = useState<string | null>(null);

  async function optOut(phoneNumber: string): Promise<void> {
    const { message } = await ask('/api/admin/opt-out', { reads: OptOutReply, body: { phoneNumber } });
    addToast({ title: 'Number Opted Out', description: message });
  }
  return (
    <Card title="Opt a number out">
      <QueryForm
        label="Phone number"
        hint="Nothing is sent to it any more, as after STOP; only its owner can undo that, by texting START."
        button="Opt Out"
        isDanger
        onSubmit={async (text) => {
          if (text === '') throw refused('Please enter a phone number.');
          setNumber(text);
        }}
      />
      {number !== null && (
        <Suspense fallback={null}>
          <OptOutDialog number={number} onOptOut={() => optOut(number)} onClose={() => setNumber(null)} />
        </Suspense>
      )}
    </Card>
  );
}
