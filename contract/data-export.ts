import * as z from 'zod/mini';

/** A stored record, with the names of its columns, or clearer ones. Times are ISO 8601. */
const Stored = z.record(z.string(), z.unknown());
const List = z.array(Stored);

/** `GET /api/user/export`: everything that is stored about the account. No words of a text: none are stored. */
export const DataExport = z.object({
  exportedAt: z.iso.datetime(),
  account: Stored,
  phones: List,
  /** At most one. */
  homePlace: List,
  optOuts: List,
  consents: List,
  subscriptions: List,
  /** Not sent by the previous release. */
  freePeriods: z.optional(List),
  checkouts: List,
  payments: List,
  renewalReminders: List,
  textsReceived: List,
  textsSent: List,
  recentQuestions: List,
  notices: List,
  textsWithoutPlan: List,
  emails: List,
  supportRequests: List,
  devices: List,
  /** Codes and links that can still be used; the codes themselves are stored as hashes, which are left out. */
  pendingCodes: List,
  identityService: List,
  costs: List,
});
export type DataExport = z.infer<typeof DataExport>;

/** The name of the downloaded file. */
export const EXPORT_FILE = 'account-data.json';
