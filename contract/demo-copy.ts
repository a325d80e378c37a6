/**
 * Free searches per browser (docs/reference/specification.md#constants). The server has limits of its own, by address
 * and day.
 */
export const DEMO_QUERIES_MAX = 3;

/** Messages for when the demo cannot answer (docs/reference/specification.md#errors). */
export const demoCopy = {
  failed: 'Sorry, there was an error processing your query. Please try again later.',
  unavailable: 'Sorry, our search service is temporarily unavailable. Please try again later.',
  noText: 'No response available',
  errorTitle: 'Error:',
  limitTitle: 'Demo Limit Reached:',
  limitAfterLast: "You've used all of your free demo queries! Please subscribe to continue searching.",
  limitOnSend: "You've reached your free demo limit. Subscribe now to continue searching!",
  limitPanel: "You've used all 3 free demo searches. Subscribe to continue searching!",
} as const;
