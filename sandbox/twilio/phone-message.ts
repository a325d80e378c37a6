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

/** The result of an inbound text's webhook. */
export type WebhookResult = {
  readonly isAccepted: boolean;
  readonly attempts: number;
  /** HTTP status of the last attempt; null without a response. */
  readonly status: number | null;
  readonly durationMs: number;
};

/** One text in the phone's control call (oldest first in lists). Times are ISO 8601. */
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
  /** Texts to the service only; null before the webhook was called. */
  readonly webhook: WebhookResult | null;
  /** False for the carrier's own reply. */
  readonly isFromProduct: boolean;
};
