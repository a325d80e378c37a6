/** The fields of a form-encoded webhook: every one of them, untrimmed, repeats as a list, because all are signed. */
export type WebhookForm = Record<string, string | string[]>;

/** Decodes `application/x-www-form-urlencoded` (WHATWG URL, 5.1). */
export function parseWebhookForm(body: string): WebhookForm {
  const form: WebhookForm = Object.create(null) as WebhookForm;
  for (const [name, value] of new URLSearchParams(body)) {
    const known = form[name];
    form[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return form;
}
