import type { Charge, Dispute, EarlyFraudWarning } from './types.ts';

type NewDispute = Pick<Dispute, 'id' | 'created'> & { readonly charge: Charge };

/** A dispute over a charge. `created` in unix seconds. */
export function newDispute({ charge, ...given }: NewDispute): Dispute {
  return {
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: given.created + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    ...given,
  };
}

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

type NewWarning = Pick<EarlyFraudWarning, 'id' | 'created'> & { readonly charge: Charge };

/** A card network's early warning that a charge may be fraud. `created` in unix seconds. */
export function newEarlyFraudWarning({ charge, ...given }: NewWarning): EarlyFraudWarning {
  return {
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(charge.payment_intent !== null && { payment_intent: charge.payment_intent }),
    ...given,
  };
}
