import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

/** Makes control calls answer an invalid body or path with one sentence for each fault. */
export function refuseInvalid(app: FastifyInstance): void {
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) });
    throw error;
  });
}
