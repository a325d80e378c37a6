import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type FixedAnswer = { readonly status?: number; readonly contentType?: string; readonly body: string };

/** A server on this machine that gives its answers in order, and the last one to every request after that. */
export async function startFixedAnswer(first: FixedAnswer, ...later: readonly FixedAnswer[]) {
  const answers = [first, ...later];
  let requests = 0;
  let headers: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    headers = request.headers;
    const { status = 200, contentType = 'application/json', body } = answers[requests] ?? answers.at(-1) ?? first;
    requests += 1;
    response.writeHead(status, { 'content-type': contentType }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    /** Those of the last request. */
    headers: () => headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
