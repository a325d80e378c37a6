import type { OverviewReply } from '#contract/admin-overview.ts';

import { Alert } from '../../ui/alert.tsx';
import { Note } from '../../ui/note.tsx';
import { formatCount, formatDuration, formatMoment } from '../format.ts';

type RightNowProps = { readonly now: OverviewReply['now']; readonly duplicates: number };

/** From this age on, an open text is past its promise (decisions, "Time"). */
const LATE_SECONDS = 120;

/** What needs a look at this moment; one quiet line when nothing does. */
export function RightNow({ now, duplicates }: RightNowProps) {
  const { openTexts, oldestOpenSeconds, lettersWaiting, lettersRefused } = now;
  const isLate = (oldestOpenSeconds ?? 0) > LATE_SECONDS;
  return (
    <div className="space-y-3">
      {duplicates > 0 && <Alert>{formatCount(duplicates)} texts got two replies. This must never happen.</Alert>}
      {isLate && (
        <Alert>
          The oldest open text has waited for {formatDuration(oldestOpenSeconds ?? 0)}: texts are not answered.
        </Alert>
      )}
      {lettersRefused > 0 && (
        <Note tone="warn">
          The mail server has refused {formatCount(lettersRefused)} support letters again and again
          {now.lettersLastError !== null && ` (${now.lettersLastError})`}.
        </Note>
      )}
      <p className="text-sm text-muted">
        Right now: {formatCount(openTexts)} open {openTexts === 1 ? 'text' : 'texts'}
        {oldestOpenSeconds !== null && !isLate && `, the oldest ${formatDuration(oldestOpenSeconds)} old`};{' '}
        {formatCount(lettersWaiting)} support {lettersWaiting === 1 ? 'letter' : 'letters'} to be mailed
        {now.oldestLetterAt !== null && `, the oldest of ${formatMoment(now.oldestLetterAt)}`}.
      </p>
    </div>
  );
}
