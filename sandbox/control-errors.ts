import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

/** Control calls refuse a body or a path that does not fit with one sentence per fault. */
export function refuseInWords(app: FastifyInstance): void {
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) });
    throw error;
  });
}
