import type { DemoMessage } from './demo-state.ts';
import { latestAsked } from './latest-asked.ts';
import { useTypewriter } from './use-typewriter.ts';

type DemonstratedProps = {
  /** Without the sample exchange. */
  readonly messages: readonly DemoMessage[];
  readonly sentClass: string;
  readonly receivedClass: string;
};

/** The visitor's own exchange. The answer appears when the question is typed and it has come. */
export function Demonstrated({ messages, sentClass, receivedClass }: DemonstratedProps) {
  const { question, answer } = latestAsked(messages);
  const typed = useTypewriter(question);
  return (
    <>
      <p className={`${sentClass} wrap-anywhere`}>{typed}</p>
      {answer !== null && typed === question && <p className={`${receivedClass} wrap-anywhere`}>{answer}</p>}
    </>
  );
}
