/** An address of the operator's own that we call. */
export interface OutgoingWebhook {
  /** Posts JSON. @throws unless the address answers with success within ten seconds */
  post(body: Readonly<Record<string, unknown>>): Promise<void>;
  /** Calls the address without a body. @throws like `post` */
  ping(): Promise<void>;
  close(): void;
}
