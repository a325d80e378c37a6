import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { type ActionReason, CustomerParams } from '#contract/admin-customer.ts';
import { DoneReply } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import { type Action, asOperator, type OperatorDeps } from '../as-operator.ts';

/** A request of such a call, as its schemas let it in. */
type CustomerRequest = FastifyRequest & {
  readonly params: { readonly id: string };
  readonly body: { readonly reason: ActionReason };
};

type CustomerAction = Pick<Action<unknown>, 'name'> & {
  /** What the audit has besides the customer's id. */
  readonly detail?: string;
  /** @returns a sentence */
  readonly run: (userId: string) => Promise<string>;
};

/** The options of a call by which an operator does something to a customer. The body has the reason. */
export function customerCall<Body extends z.core.$ZodType<{ reason: ActionReason }>>(
  { access }: OperatorDeps,
  summary: string,
  body: Body,
) {
  return {
    config: { access: 'operator', tag: 'Admin', summary },
    onRequest: access.requireEarly,
    schema: { params: CustomerParams, body, response: { 200: DoneReply, ...errorReplies } },
  } as const;
}

/**
 * Does something to the customer whom a request names. The audit has the intent before anything is done: without it,
 * nothing is.
 */
export function actOnCustomer(
  deps: OperatorDeps,
  request: CustomerRequest,
  { name, detail, run }: CustomerAction,
): Promise<DoneReply> {
  const { id } = request.params;
  return asOperator(deps, request, {
    name,
    subject: detail === undefined ? id : `${id} ${detail}`,
    reason: request.body.reason,
    run: async () => ({ message: await run(id) }),
  });
}
