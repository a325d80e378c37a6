import { useState } from 'react';

import { FindUserReply, TextJourney, type FoundUser } from '#contract/admin-look-up.ts';

import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { useAdmin } from '../admin-calls.ts';
import { JourneyView } from './journey-view.tsx';
import { OptOutCard } from './opt-out-card.tsx';
import { QueryForm, refused } from './query-form.tsx';
import { UserView } from './user-view.tsx';

/** One person, one text, one number: what the operator needs to answer a letter. No question and no answer is kept. */
export function LookUpTab() {
  const { ask } = useAdmin();
  const [user, setUser] = useState<FoundUser | null>(null);
  const [journey, setJourney] = useState<TextJourney | null>(null);

  async function find(query: string): Promise<void> {
    setUser(null);
    const found = await ask('/api/admin/find-user', { reads: FindUserReply, body: { query } });
    if (found.user === null) throw refused('Nobody is known by this email address or phone number.');
    setUser(found.user);
  }
  async function follow(id: string): Promise<void> {
    setJourney(null);
    if (id === '') throw refused('Please enter the id of a text.');
    setJourney(await ask(`/api/admin/texts/${encodeURIComponent(id)}`, { reads: TextJourney }));
  }
  const fromList = useSubmit(follow, { title: 'Text Not Read', fallback: 'This text could not be read' });

  return (
    <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
      <div className="grid gap-5 md:gap-6">
        <Card title="Find a user">
          <QueryForm
            label="Email address or phone number"
            hint="A US number as people write it, or with + and the country code."
            button="Find User"
            onSubmit={find}
          />
          <div aria-live="polite">
            {user !== null && <UserView user={user} onFollow={(id) => void fromList.submit(id)} />}
          </div>
        </Card>
        <OptOutCard />
      </div>
      <Card title="Follow a text">
        <QueryForm
          label="Id of a text"
          hint="The carrier’s (SM… or MM…), or our own of a text that we sent."
          button="Follow Text"
          onSubmit={follow}
        />
        {fromList.failure !== '' && (
          <div className="mt-4">
            <Alert>{fromList.failure}</Alert>
          </div>
        )}
        <div aria-live="polite">
          {journey !== null && <JourneyView key={journey.received?.id ?? journey.sends[0]?.id} journey={journey} />}
        </div>
      </Card>
    </div>
  );
}
