import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts';

/** A sandbox for one test: a free port, delivery within milliseconds, no settling time before redaction. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const env = { SANDBOX_TWILIO_DELIVERY_MS: '20', SANDBOX_TWILIO_SETTLE_MS: '0', ...options.env };
  // Not the default: a product that runs on this machine would get the texts of the tests. Nothing answers at port 9.
  return startSandbox({ port: 0, productUrl: 'http://127.0.0.1:9', ...options, env });
}

/** One JSON call of the control API. @throws when the answer is not 2xx */
export async function control(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
