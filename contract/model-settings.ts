/**
 * The answer model's settings as the FAQ publishes them (spec, section 1). They travel to Perplexity's Agent API
 * one to one (decisions, "The model"); the page and the request read the same numbers, so they cannot drift apart.
 */
export const modelSettings = {
  /** How much of the web a search reads, in the vendor's words: low, medium or high. */
  searchContextSize: 'medium',
  /** About 1,100 characters of English; the 400 characters of a text are kept by the formatter. */
  maxOutputTokens: 280,
  temperature: 0.2,
  topP: 0.7,
} as const;
