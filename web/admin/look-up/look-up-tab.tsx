import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { FindUserReply, TextJourney, type FoundUser, OptOutReply } from '#contract/admin-look-up.ts';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { useAdmin } from '../admin-calls.ts';
import { customerWords } from '../customer-words.ts';
import type { Subject } from '../desk/navigation.ts';
import { JourneyView } from './journey-view.tsx';
import { QueryForm, refused } from './query-form.tsx';
import { UserView } from './user-view.tsx';

const words = customerWords.lookUpTab;

type LookUpTabProps = { readonly subject: Subject | undefined };

/** Looks up a user, a text or a number, to answer support requests. Questions and answers are never stored. */
export function LookUpTab({ subject }: LookUpTabProps) {
  const { ask } = useAdmin();
  const [journey, setJourney] = useState<TextJourney | null>(null);

  async function follow(id: string): Promise<void> {
    setJourney(null);
    if (id === '') throw refused(words.enterTextId);
    setJourney(await ask(`/api/admin/texts/${encodeURIComponent(id)}`, { reads: TextJourney }));
  }
  const fromList = useSubmit(follow, { title: words.textNotLoaded, fallback: words.couldNotLoadText });
  useSubject(subject, (opened) => {
    if (opened.kind === 'text') void fromList.submit(opened.textId);
  });

  return (
    <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
      <div className="grid gap-5 md:gap-6">
        <CustomerCard subject={subject} onFollow={(id) => void fromList.submit(id)} />
        <OptOutCard />
      </div>
      <Card title={words.followText}>
        <QueryForm label={words.textId} hint={words.textIdHint} button={words.follow} onSubmit={follow} />
        <Failure message={fromList.failure} />
        <div aria-live="polite">
          {journey !== null && <JourneyView key={journey.received?.id ?? journey.sends[0]?.id} journey={journey} />}
        </div>
      </Card>
    </div>
  );
}

type CustomerCardProps = LookUpTabProps & { readonly onFollow: (textId: string) => void };

/** Finds a customer; the desk's lists open one directly. */
function CustomerCard({ subject, onFollow }: CustomerCardProps) {
  const { ask } = useAdmin();
  const [user, setUser] = useState<FoundUser | null>(null);

  async function find(query: string): Promise<void> {
    setUser(null);
    const found = await ask('/api/admin/find-user', { reads: FindUserReply, body: { query } });
    if (found.user === null) throw refused(words.noMatch);
    setUser(found.user);
  }
  /** Reads the customer again; what is shown stays if that fails, and goes if the account is gone. */
  async function refresh(userId: string): Promise<void> {
    const body = { query: userId };
    const found = await ask('/api/admin/find-user', { reads: FindUserReply, body }).catch(() => null);
    if (found !== null) setUser(found.user);
  }
  const opening = useSubmit(find, {
    title: words.customerNotLoaded,
    fallback: words.couldNotLoadCustomer,
  });
  useSubject(subject, (opened) => {
    if (opened.kind === 'customer') void opening.submit(opened.userId);
  });

  return (
    <Card title={words.findCustomer}>
      <QueryForm label={words.emailOrPhone} hint={words.emailOrPhoneHint} button={words.find} onSubmit={find} />
      <Failure message={opening.failure} />
      <div aria-live="polite">
        {user !== null && <UserView user={user} onFollow={onFollow} onActed={() => void refresh(user.id)} />}
      </div>
    </Card>
  );
}

function Failure({ message }: { message: string }) {
  if (message === '') return null;
  return (
    <div className="mt-4">
      <Alert>{message}</Alert>
    </div>
  );
}

/** Calls back once for each subject that the tab is opened with. */
function useSubject(subject: Subject | undefined, onOpen: (subject: Subject) => void): void {
  const opened = useRef<Subject>(undefined);
  useEffect(() => {
    if (subject === undefined || opened.current === subject) return;
    opened.current = subject;
    onOpen(subject);
  });
}

const OptOutDialog = lazy(async () => ({ default: (await import('./opt-out-dialog.tsx')).OptOutDialog }));

/** Opts a number out on request by email or phone, which the law requires to be honored like a STOP. */
function OptOutCard() {
  const { ask } = useAdmin();
  const [number, setNumber] = useState<string | null>(null);

  async function optOut(phoneNumber: string): Promise<void> {
    const { message } = await ask('/api/admin/opt-out', { reads: OptOutReply, body: { phoneNumber } });
    addToast({ title: words.numberOptedOut, description: message });
  }
  return (
    <Card title={words.optNumberOut}>
      <QueryForm
        label={words.phoneNumber}
        hint={words.phoneNumberHint}
        button={words.optOut}
        isDanger
        onSubmit={async (text) => {
          if (text === '') throw refused(words.enterPhoneNumber);
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
