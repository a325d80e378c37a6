import type { TextLine } from '#contract/admin-look-up.ts';

import { customerWords } from '../customer-words.ts';
import { deskWords } from '../desk-words.ts';
import { RowLink } from '../desk/row-link.tsx';
import { formatCode, formatMomentExactly, formatSeconds, nameOfCode } from '../format.ts';
import { carrierMeaning } from '../overview/causes.ts';

const words = customerWords.textLines;

type TextLinesProps = { readonly texts: readonly TextLine[]; readonly onFollow: (textId: string) => void };

/** The newest texts of a customer or a number: when, what kind, and what became of each. Each opens its steps. */
export function TextLines({ texts, onFollow }: TextLinesProps) {
  return (
    <>
      <h4 className="mt-5 font-semibold">{words.recentTexts}</h4>
      {texts.length === 0 ? (
        <p className="text-muted">{words.noneYet}</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {texts.map((text) => (
            <li key={text.id} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5 text-sm">
              <RowLink onClick={() => onFollow(text.id)}>{formatMomentExactly(text.receivedAt)}</RowLink>
              <span className="text-muted">
                {summaryOf(text)}
                {text.failure !== null && <span className="text-danger">, {failureWords(text.failure)}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** "Question, answered, 2.4 s" */
function summaryOf({ kind, outcome, receivedAt, sentAt }: TextLine): string {
  const became = outcome === null ? words.open : formatCode(outcome).toLowerCase();
  const time = sentAt === null ? [] : [formatSeconds(Date.parse(sentAt) - Date.parse(receivedAt))];
  return [nameOfCode(deskWords.textKinds, kind), became, ...time].join(', ');
}

function failureWords(failure: string): string {
  const meaning = carrierMeaning(failure);
  return meaning === undefined ? words.undelivered(failure) : words.undeliveredBecause(meaning, failure);
}
