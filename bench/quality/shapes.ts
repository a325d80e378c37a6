import type { AnswerProvider } from '#contract/answer-providers.ts';
import type { SeededRandom } from '#server/testing/seeded-random.ts';

type Shape = (reply: readonly string[], d: SeededRandom) => string;

/** How each provider lays out a reply although plain text is requested; written after their documentation. */
export const shapes: Readonly<Record<AnswerProvider, readonly Shape[]>> = {
  perplexity: [
    (reply) => reply.join(' '),
    (reply, d) => reply.map((sentence) => `${sentence}[${d.integer(1, 9)}][${d.integer(1, 9)}]`).join(' '),
    ([first = '', ...rest]) => `**${first}**\n\n${rest.map((sentence) => `- ${sentence}[1]`).join('\n')}`,
    (reply) => `Based on the search results, ${reply.join('\n\n')}\n\n**Sources:**\n1. https://www.example.com/a`,
  ],
  openai: [
    (reply) => reply.join(' '),
    (reply) =>
      reply.map((sentence) => `${sentence} ([example.com](https://example.com/a?utm_source=openai))`).join(' '),
    ([first = '', ...rest]) =>
      `${first}\n\n${rest.map((sentence) => `• ${sentence}`).join('\n')}\n\nLet me know if you’d like more details!`,
    ([first = '', ...rest]) =>
      `### Answer\n${first} ([a.example.org](https://a.example.org/?utm_source=openai))\n${rest.join(' ')}`,
  ],
};
