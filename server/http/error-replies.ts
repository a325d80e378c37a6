import { ErrorBody } from '#contract/errors.ts';

/** The schemas of a route's refusals and failures, for its response schema. */
export const errorReplies = { '4xx': ErrorBody, '5xx': ErrorBody } as const;
