import { type Person, WorklistReply } from '#contract/admin-desk.ts';
import { DoneReply } from '#contract/user.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useRemovedRow } from '#web/ui/use-removed-row.ts';

import { useAdmin, useAdminQuery } from '../admin-calls.ts';
import { CardGrid } from '../card-grid.tsx';
import { formatCount } from '../format.ts';
import { LongList } from '../long-list.tsx';
import { NotRead, NotRefreshed } from '../not-refreshed.tsx';
import { type PersonFacts, peopleCopy } from '../people-copy.ts';
import { useAction } from '../use-action.ts';
import { FailureLists } from './failure-lists.tsx';
import { type Subject, useDeskNavigation } from './navigation.ts';
import { RowLink } from './row-link.tsx';

const copy = peopleCopy.peopleTab;

/** Who needs something today, and below it what stands behind the failed figures. */
export function PeopleTab({ subject }: { subject: Subject | undefined }) {
  return (
    <div className="space-y-10">
      <Worklist />
      <FailureLists opened={subject?.kind === 'failures' ? subject : undefined} />
    </div>
  );
}

function Worklist() {
  const query = useAdminQuery(['worklist'], '/api/admin/worklist', WorklistReply);
  const { data, isError } = query;
  if (!data) return <NotRead isError={isError} label={copy.loading} />;
  return (
    <div className="space-y-3">
      <NotRefreshed query={query} />
      <CardGrid>
        {data.lists.map((list) => (
          <PeopleList key={list.name} list={list} />
        ))}
      </CardGrid>
    </div>
  );
}

/** People that a list shows at first. */
const SHOWN_FIRST = 5;

function PeopleList({ list: { name, people, hasMore } }: { list: WorklistReply['lists'][number] }) {
  const { title, about, describe } = copy.lists[name];
  const { area, expectRemoval } = useRemovedRow(people);
  return (
    <div ref={area} tabIndex={-1} className="min-w-0 outline-none">
      <Card
        title={title}
        corner={
          <Chip tone={people.length > 0 ? 'warn' : 'neutral'}>{hasMore ? `${people.length}+` : people.length}</Chip>
        }
      >
        <p className="text-sm text-muted">{about}</p>
        {people.length === 0 ? (
          <p className="mt-3 text-muted">{copy.noOne}</p>
        ) : (
          <div className="mt-2 flex flex-col">
            <LongList
              first={SHOWN_FIRST}
              rows={people.map((person) => (
                <PersonRow
                  key={person.ticketId ?? person.userId}
                  person={person}
                  description={describe(factsOf(person))}
                  onReplied={expectRemoval}
                />
              ))}
            />
          </div>
        )}
      </Card>
    </div>
  );
}

function factsOf({ at, count, nextAt }: Person): PersonFacts {
  return {
    at: formatMoment(at),
    count: formatCount(count ?? 0),
    nextAt: nextAt && formatMoment(nextAt),
    isOver: nextAt !== null && Date.parse(nextAt) <= Date.now(),
  };
}

type PersonRowProps = { readonly person: Person; readonly description: string; readonly onReplied: () => void };

function PersonRow({ person, description, onReplied }: PersonRowProps) {
  const { openCustomer } = useDeskNavigation();
  const { userId, name, ticketId } = person;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 last:pb-0">
      <div className="min-w-0 flex-1 basis-52">
        <RowLink onClick={() => openCustomer(userId)}>{name}</RowLink>
        <p className="text-sm text-muted">{description}</p>
      </div>
      {ticketId !== null && <RepliedButton ticketId={ticketId} onReplied={onReplied} />}
    </li>
  );
}

type RepliedButtonProps = { readonly ticketId: string; readonly onReplied: () => void };

function RepliedButton({ ticketId, onReplied }: RepliedButtonProps) {
  const { ask } = useAdmin();
  const { submit, isPending, failure } = useAction<void>(
    async () => {
      const { message } = await ask(`/api/admin/tickets/${ticketId}/replied`, { reads: DoneReply, body: {} });
      addToast({ title: copy.markedAsReplied, description: message });
      onReplied();
    },
    { title: copy.notMarked, fallback: copy.couldNotMark },
  );
  return (
    <SubmitArea failure={failure} isPending={isPending}>
      <Button variant="secondary" isPending={isPending} onClick={() => void submit()}>
        {isPending ? copy.marking : copy.markAsReplied}
      </Button>
    </SubmitArea>
  );
}
