import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { FindUserReply, TextJourney, type FoundUser, OptOutReply } from '#contract/admin-look-up.ts';
import { DoneReply } from '#contract/user.ts';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { useAdmin } from '../admin-calls.ts';
import { CardGrid } from '../card-grid.tsx';
import { customerCopy } from '../customer-copy.ts';
import type { Subject } from '../desk/navigation.ts';
import { JourneyView } from './journey-view.tsx';
import { FindNumberCard } from './number-card.tsx';
import { QueryForm, refused } from './query-form.tsx';
import { UserView } from './user-view.tsx';

const copy = customerCopy.lookUpTab;

type LookUpTabProps = { readonly subject: Subject | undefined };

/** Looks up a user, a text or a number, to answer support requests. Questions and answers are never stored. */
export function LookUpTab({ subject }: LookUpTabProps) {
  const { ask } = useAdmin();
  const [journey, setJourney] = useState<TextJourney | null>(null);

  async function follow(id: string): Promise<void> {
    setJourney(null);
    if (id === '') throw refused(copy.enterTextId);
    setJourney(await ask(`/api/admin/texts/${encodeURIComponent(id)}`, { reads: TextJourney }));
  }
  const fromList = useSubmit(follow, { title: copy.textNotLoaded, fallback: copy.couldNotLoadText });
  useSubject(subject, (opened) => {
    if (opened.kind === 'text') void fromList.submit(opened.textId);
  });

  return (
    <CardGrid>
      <CustomerCard subject={subject} onFollow={(id) => void fromList.submit(id)} />
      <div className="grid gap-5 md:gap-6">
        <Card title={copy.followText}>
          <QueryForm label={copy.textId} hint={copy.textIdHint} button={copy.follow} onSubmit={follow} />
          <Failure message={fromList.failure} />
          <div aria-live="polite">
            {journey !== null && <JourneyView key={journey.received?.id ?? journey.sends[0]?.id} journey={journey} />}
          </div>
        </Card>
        <FindNumberCard onFollow={(id) => void fromList.submit(id)} />
        <OptOutCard />
        <ForgetCard />
      </div>
    </CardGrid>
  );
}

type CustomerCardProps = LookUpTabProps & { readonly onFollow: (textId: string) => void };

/** Finds a customer; the desk's lists open one directly. */
function CustomerCard({ subject, onFollow }: CustomerCardProps) {
  const { ask } = useAdmin();
  const [user, setUser] = useState<FoundUser | null>(null);
  const searches = useRef(0);

  async function find(query: string): Promise<void> {
    searches.current += 1;
    const search = searches.current;
    setUser(null);
    const found = await ask('/api/admin/find-user', { reads: FindUserReply, body: { query } });
    // An earlier search, such as one from a list, may be answered later.
    if (search !== searches.current) return;
    if (found.user === null) throw refused(copy.noMatch);
    setUser(found.user);
  }
  /**
   * Reads the customer again; what is shown stays if that fails, and goes if the account is gone. Never replaces another
   * customer who was found meanwhile: an open dialog would act on the wrong one.
   */
  async function refresh(userId: string): Promise<void> {
    const body = { query: userId };
    const found = await ask('/api/admin/find-user', { reads: FindUserReply, body }).catch(() => null);
    if (found !== null) setUser((shown) => (shown?.id === userId ? found.user : shown));
  }
  const opening = useSubmit(find, {
    title: copy.customerNotLoaded,
    fallback: copy.couldNotLoadCustomer,
  });
  useSubject(subject, (opened) => {
    if (opened.kind === 'customer') void opening.submit(opened.userId);
  });

  return (
    <Card title={copy.findCustomer}>
      <QueryForm label={copy.emailOrPhone} hint={copy.emailOrPhoneHint} button={copy.find} onSubmit={find} />
      <Failure message={opening.failure} />
      <div aria-live="polite">
        {user !== null && (
          <UserView key={user.id} user={user} onFollow={onFollow} onActed={() => void refresh(user.id)} />
        )}
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

const NumberDialog = lazy(async () => ({ default: (await import('./number-dialog.tsx')).NumberDialog }));

/** Opts a number out on request by email or phone, which the law requires to be honored like a STOP. */
function OptOutCard() {
  const { ask } = useAdmin();
  async function optOut(phoneNumber: string): Promise<void> {
    const { message } = await ask('/api/admin/opt-out', { reads: OptOutReply, body: { phoneNumber } });
    addToast({ title: copy.numberOptedOut, description: message });
  }
  return (
    <NumberCard
      title={copy.optNumberOut}
      label={copy.phoneNumber}
      hint={copy.phoneNumberHint}
      button={copy.optOut}
      dialog={customerCopy.optOutDialog}
      act={optOut}
    />
  );
}

/** Deletes what is kept for a number that never had an account, on request of the person who texted from it. */
function ForgetCard() {
  const { ask } = useAdmin();
  async function forget(phoneNumber: string): Promise<void> {
    const { message } = await ask('/api/admin/forget-number', { reads: DoneReply, body: { phoneNumber } });
    addToast({ title: copy.numberForgotten, description: message });
  }
  return (
    <NumberCard
      title={copy.forgetNumber}
      label={copy.numberToForget}
      hint={copy.numberToForgetHint}
      button={copy.forget}
      dialog={customerCopy.forgetDialog}
      act={forget}
    />
  );
}

type NumberCardProps = {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly dialog: typeof customerCopy.optOutDialog | typeof customerCopy.forgetDialog;
  readonly act: (number: string) => Promise<void>;
};

/** Takes a number, and acts on it after a confirmation. */
function NumberCard({ title, label, hint, button, dialog, act }: NumberCardProps) {
  const [number, setNumber] = useState<string | null>(null);
  return (
    <Card title={title}>
      <QueryForm
        label={label}
        hint={hint}
        button={button}
        isDanger
        onSubmit={async (text) => {
          if (text === '') throw refused(copy.enterPhoneNumber);
          setNumber(text);
        }}
      />
      {number !== null && (
        <Suspense fallback={null}>
          <NumberDialog copy={dialog} number={number} onConfirm={() => act(number)} onClose={() => setNumber(null)} />
        </Suspense>
      )}
    </Card>
  );
}
