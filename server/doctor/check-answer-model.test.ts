import { expect, test } from 'vitest';

import { checkRecipient } from './check-answer-model.ts';

test.for(['https://api.perplexity.ai', 'https://eu.perplexity.ai/v2', 'http://127.0.0.1:4000'])(
  'the pages are right that Perplexity is asked at %s, or no one is',
  (address) => {
    expect(checkRecipient(address)).toEqual([]);
  },
);

test.for(['https://llm.example.net', 'https://perplexity.ai.example.net'])(
  'for %s the doctor says that the pages name Perplexity',
  (address) => {
    expect(checkRecipient(address)).toEqual([
      {
        kind: 'advice',
        says: `Questions go to ${new URL(address).host}, but the privacy page and the FAQ name Perplexity.`,
        act: expect.stringContaining('unset PERPLEXITY_BASE_URL'),
      },
    ]);
  },
);
