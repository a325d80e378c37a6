/** Answer providers that there are clients for, by the codes of counters, logs and the admin area; the first is asked first. */
export const answerProviders = ['perplexity', 'openai'] as const;
export type AnswerProvider = (typeof answerProviders)[number];
