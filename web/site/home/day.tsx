import { Section } from '../section.tsx';

const texts = [
  ['7:10 AM', 'will it rain in 60614 today', 'Yes, from about 2 PM. Take an umbrella.'],
  ['9:45 AM', 'when does the post office close', 'At 6 PM today.'],
  ['12:30 PM', 'calories in a tuna sandwich', 'About 400.'],
  ['3:20 PM', 'cups in a quart', 'Four.'],
  ['6:05 PM', 'how long to bake salmon', '12 to 15 minutes at 400F.'],
  ['9:30 PM', 'who won the cubs game', 'The Cubs, 5 to 3.'],
] as const;

/** A day of questions, as texts look. */
export function Day() {
  return (
    <Section id="day" title="A Day on the Phone">
      <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {texts.map(([time, question, answer]) => (
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
