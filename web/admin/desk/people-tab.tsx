import { useQuery } from '@tanstack/react-query';

import { adminCopy } from '#contract/admin-copy.ts';
import { type Person, type WorklistName, WorklistReply } from '#contract/admin-desk.ts';
import { DoneReply } from '#contract/user.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';

import { useAdmin } from '../admin-calls.ts';
import { formatMoment } from '../format.ts';
import { useAction } from '../use-action.ts';
import { FailureLists } from './failure-lists.tsx';
import { type Subject, useDeskNavigation } from './navigation.ts';
import { RowLink } from './row-link.tsx';

/** Who needs something today, and below it what stands behind the failed figures. */
export function PeopleTab({ subject }: { subject: Subject | undefined }) {
  return (
    <div className="space-y-10">
      <Worklist />
      <FailureLists opened={subject?.kind === 'failures' ? subject : undefined} />
    </div>
  );
}

type ListCopy = {
  readonly title: string;
  /** Why they are on the list, and what helps. */
  readonly about: string;
  readonly describe: (person: Person) => string;
};

const since = ({ at }: Person): string => formatMoment(at);

const lists: Readonly<Record<WorklistName, ListCopy>> = {
  two_apologies: {
    title: 'Two apologies in a day',
    about: 'Asked twice or more in 24 hours and got no answer.',
    describe: (person) => `${person.count ?? 0} without an answer, the last ${since(person)}`,
  },
  stopped_paying: {
    title: 'STOP while paying',
    about: 'Opted out of our texts, and the plan still renews.',
    describe: ({ at, nextAt }) =>
      `Opted out ${formatMoment(at)}${nextAt === null ? '' : `, renews ${formatMoment(nextAt)}`}`,
  },
  card_failing: {
    title: 'Card failing',
    about: 'A renewal could not be charged.',
    describe: ({ at, nextAt }) =>
      `Since ${formatMoment(at)}, ${nextAt === null ? 'not tried again' : `tried again ${formatMoment(nextAt)}`}`,
  },
  tickets: {
    title: 'Tickets without reply',
    about: 'Support answers by email. Mark a ticket once it has its reply.',
    describe: (person) => `Written ${since(person)}`,
  },
  never_asked: {
    title: 'Paid but never asked',
    about: 'Subscribed one to thirty days ago and never texted a question.',
    describe: (person) => `Subscribed ${since(person)}`,
  },
  asked_after_end: {
    title: 'Asked after the end',
    about: 'Texted a question this week after the plan ended.',
    describe: (person) => `Last asked ${since(person)}`,
  },
  canceled: {
    title: 'Canceled this week',
    about: 'Canceled in the last seven days and has no other plan.',
    describe: ({ at, nextAt }) =>
      `Canceled ${formatMoment(at)}${nextAt === null ? '' : `, ends or ended ${formatMoment(nextAt)}`}`,
  },
};

function Worklist() {
  const { ask, refreshMs } = useAdmin();
  const { data, isError } = useQuery({
    queryKey: ['worklist'],
    queryFn: () => ask('/api/admin/worklist', { reads: WorklistReply }),
    refetchInterval: refreshMs,
  });
  if (!data) return isError ? <Alert>{adminCopy.fetchError}</Alert> : <Skeleton label="Reading the lists" />;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
      {data.lists.map((list) => (
        <PeopleList key={list.name} list={list} />
      ))}
    </div>
  );
}

function PeopleList({ list: { name, people, hasMore } }: { list: WorklistReply['lists'][number] }) {
  const { title, about, describe } = lists[name];
  return (
    <Card
      title={title}
      corner={
        <Chip tone={people.length > 0 ? 'warn' : 'neutral'}>{hasMore ? `${people.length}+` : people.length}</Chip>
      }
    >
      <p className="text-sm text-muted">{about}</p>
      {people.length === 0 ? (
        <p className="mt-3 text-muted">No one.</p>
      ) : (
        <ul className="mt-2 max-h-96 divide-y divide-hairline overflow-y-auto">
          {people.map((person) => (
            <PersonRow key={person.ticketId ?? person.userId} person={person} description={describe(person)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function PersonRow({ person, description }: { person: Person; description: string }) {
  const { openCustomer } = useDeskNavigation();
  const { userId, name, ticketId } = person;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <RowLink onClick={() => openCustomer(userId)}>{name}</RowLink>
        <p className="text-sm text-muted">{description}</p>
      </div>
      {ticketId !== null && <RepliedButton ticketId={ticketId} />}
    </li>
  );
}

function RepliedButton({ ticketId }: { ticketId: string }) {
  const { ask } = useAdmin();
  const { submit, isPending } = useAction<void>(
    async () => {
      const { message } = await ask(`/api/admin/tickets/${ticketId}/replied`, { reads: DoneReply, body: {} });
      addToast({ title: 'Marked as Replied', description: message });
    },
    { title: 'Not Marked', fallback: 'The ticket could not be marked. Nothing was changed; try again.' },
  );
  return (
    <Button variant="secondary" isPending={isPending} onClick={() => void submit()}>
      {isPending ? 'Marking…' : 'Mark as Replied'}
    </Button>
  );
}
