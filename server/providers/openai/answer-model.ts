import type { AnswerModel } from '#server/providers/ports/answer-model.ts';
import type { AnswerClientOptions } from '#server/providers/responses-api.ts';

import type { OpenAiClient } from './responses-client.ts';

/**
 * A server of OpenAI's Responses API, with web search, as the second answer provider. Its official client (8 MB of memory,
 * 0.2 s) is loaded with the first call, which a day without failures of the first provider does not make.
 */
export function openAiModel(options: AnswerClientOptions): AnswerModel & { close(): void } {
  let opening: Promise<OpenAiClient> | undefined;
  const client = (): Promise<OpenAiClient> =>
    (opening ??= import('./responses-client.ts').then(({ openAiClient }) => openAiClient(options)));
  return {
    provider: 'openai',
    ask: async (prompt, signal) => (await client()).ask(prompt, signal),
    close: () => void opening?.then((opened) => opened.close()),
  };
}
