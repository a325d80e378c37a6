/**
 * The answer model's settings as the FAQ publishes them (docs/reference/specification.md#product). They travel to
 * Perplexity's Agent API one to one (docs/reference/decisions.md#the-model); the page and the request read the same
 * numbers, so they cannot drift apart.
 */
export const modelSettings = {
  /** How much of the web a search reads, in the vendor's terms: low, medium or high. */
  searchContextSize: 'medium',
  /** About 1,100 characters of English; the formatter enforces the 400 characters of a text. */
  maxOutputTokens: 280,
  temperature: 0.2,
  topP: 0.7,
} as const;
