import type { Encoding } from '../pages/browser/segments.js';

export type MessageStatus =
  | 'accepted'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'received';

/** How telling the product of an inbound text went. */
export type WebhookResult = {
  readonly isAccepted: boolean;
  readonly attempts: number;
  /** HTTP status of the last attempt; null when there was no answer. */
  readonly status: number | null;
  readonly durationMs: number;
};

/** One text as the phone's control call tells it (oldest first in lists). Times are ISO 8601. */
export type PhoneMessage = {
  readonly sid: string;
  readonly direction: 'to_service' | 'from_service';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly status: MessageStatus;
  readonly segments: number;
  readonly encoding: Encoding;
  readonly at: string;
  readonly updatedAt: string;
  readonly errorCode: number | null;
  /** Content types of its pictures. */
  readonly media: string[];
  readonly steps: readonly { readonly status: MessageStatus; readonly at: string }[];
  /** Texts to the service only; null until the product was told. */
  readonly webhook: WebhookResult | null;
  /** False for a reply that the carrier sent by itself. */
  readonly isFromProduct: boolean;
};
