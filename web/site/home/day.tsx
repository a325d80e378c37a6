import * as copy from '../home-copy.ts';
import { Section } from '../section.tsx';

/** A day of questions, as texts look. */
export function Day() {
  return (
    <Section id="day" title={copy.dayTitle}>
      <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {copy.dayTexts.map(([time, question, answer]) => (
          <li key={time} className="flex flex-col gap-2">
            <p className="text-sm text-muted">{time}</p>
            <p className="self-end rounded-lg rounded-br-sm bg-brand px-4 py-2.5 text-on-brand">{question}</p>
            <p className="self-start rounded-lg rounded-bl-sm border border-hairline bg-surface px-4 py-2.5">
              {answer}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
