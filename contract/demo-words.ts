/** Free searches per browser (spec, section 9). The server has limits of its own, by address and day. */
export const DEMO_QUERIES_MAX = 3;

/** What the demo says when it cannot answer (spec, section 8). */
export const demoWords = {
  failed: 'Sorry, there was an error processing your query. Please try again later.',
  unavailable: 'Sorry, our search service is temporarily unavailable. Please try again later.',
  noText: 'No response available',
  errorTitle: 'Error:',
  limitTitle: 'Demo Limit Reached:',
  limitAfterLast: "You've used all of your free demo queries! Please subscribe to continue searching.",
  limitOnSend: "You've reached your free demo limit. Subscribe now to continue searching!",
  limitPanel: "You've used all 3 free demo searches. Subscribe to continue searching!",
} as const;
