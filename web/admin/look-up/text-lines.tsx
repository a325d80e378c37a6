import type { ReactNode } from 'react';

import type { FoundNumber, TextLine } from '#contract/admin-look-up.ts';

import { customerCopy } from '../customer-copy.ts';
import { deskCopy } from '../desk-copy.ts';
import { RowLink } from '../desk/row-link.tsx';
import { formatCode, formatMomentExactly, formatSeconds, nameOfCode } from '../format.ts';
import { carrierMeaning } from '../overview/causes.ts';

const copy = customerCopy.textLines;

type TextLinesProps = { readonly texts: readonly TextLine[]; readonly onFollow: (textId: string) => void };

/** The newest texts of a customer or a number: when, what kind, and what became of each. Each opens its steps. */
export function TextLines({ texts, onFollow }: TextLinesProps) {
  return (
    <Lines title={copy.recentTexts}>
      {texts.map((text) => (
        <Line key={text.id} at={text.receivedAt} failure={text.failure} onFollow={() => onFollow(text.id)}>
          {summaryOf(text)}
        </Line>
      ))}
    </Lines>
  );
}

type SendLinesProps = {
  readonly title: string;
  readonly sends: FoundNumber['codes'];
  readonly onFollow: (textId: string) => void;
};

/** What we texted without being asked by text. Each opens its steps. */
export function SendLines({ title, sends, onFollow }: SendLinesProps) {
  return (
    <Lines title={title}>
      {sends.map(({ id, at, failure }) => (
        <Line key={id} at={at} failure={failure} onFollow={() => onFollow(id)} />
      ))}
    </Lines>
  );
}

function Lines({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  return (
    <>
      <h4 className="mt-5 font-semibold">{title}</h4>
      {children.length === 0 ? (
        <p className="text-muted">{copy.noneYet}</p>
      ) : (
        <ul className="divide-y divide-hairline">{children}</ul>
      )}
    </>
  );
}

type LineProps = {
  readonly at: string;
  readonly failure: string | null;
  readonly onFollow: () => void;
  readonly children?: string;
};

function Line({ at, failure, onFollow, children = '' }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1.5 text-sm">
      <RowLink onClick={onFollow}>{formatMomentExactly(at)}</RowLink>
      <span className="text-muted">
        {children}
        {failure !== null && (
          <span className="text-danger">
            {children !== '' && ', '}
            {describeFailure(failure)}
          </span>
        )}
      </span>
    </li>
  );
}

/** "Question, answered, 2.4 s"; a fixed reply is named where the kind of the text does not say it. */
function summaryOf({ kind, outcome, reply, receivedAt, sentAt }: TextLine): string {
  const isNamed = outcome === 'replied' && reply !== null && reply !== kind;
  const code = outcome === null ? copy.open : formatCode(outcome).toLowerCase();
  const became = isNamed ? copy.replied(nameOfCode(copy.replies, reply).toLowerCase()) : code;
  const time = sentAt === null ? [] : [formatSeconds(Date.parse(sentAt) - Date.parse(receivedAt))];
  return [nameOfCode(deskCopy.textKinds, kind), became, ...time].join(', ');
}

function describeFailure(failure: string): string {
  const meaning = carrierMeaning(failure);
  return meaning === undefined ? copy.undelivered(failure) : copy.undeliveredBecause(meaning, failure);
}
