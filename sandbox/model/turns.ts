/** A turn of a conversation, as both providers' calls have it. */
type Turn = { readonly role: string; readonly content: string | readonly { readonly text: string }[] };
/** The input of a call: a question, or a conversation. */
export type Input = string | readonly Turn[];

/** The text of the last user turn, which alone drives a search. */
export function lastUserText(input: Input): string {
  return typeof input === 'string' ? input : textOf(input.findLast(isOfUser));
}

/** What the conversation began with, and the answer before the last user turn; null for a question alone. */
export function exchangeBefore(input: Input): { question: string; answer: string } | null {
  const turns = typeof input === 'string' ? [] : input;
  const [question, ...more] = turns.filter(isOfUser);
  const answer = turns.findLast(({ role }) => role === 'assistant');
  return question === undefined || more.length === 0 ? null : { question: textOf(question), answer: textOf(answer) };
}

const isOfUser = ({ role }: Turn): boolean => role === 'user';

function textOf(turn: Turn | undefined): string {
  const content = turn?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}
