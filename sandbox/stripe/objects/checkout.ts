import type { CheckoutSession, PortalSession } from './types.ts';

/** The parameters of a session that its object repeats. */
type Echoed = {
  readonly allow_promotion_codes?: boolean | undefined;
  readonly billing_address_collection?: 'auto' | 'required' | undefined;
  readonly cancel_url?: string | undefined;
  readonly client_reference_id?: string | undefined;
  readonly consent_collection?: { readonly terms_of_service?: 'none' | 'required' | undefined } | undefined;
  readonly custom_text?:
    | Partial<Record<'after_submit' | 'submit' | 'terms_of_service_acceptance', { message: string } | null | undefined>>
    | undefined;
  readonly customer_email?: string | undefined;
  readonly locale?: string | undefined;
  readonly origin_context?: 'mobile_app' | 'web' | undefined;
  readonly payment_method_collection?: 'always' | 'if_required' | undefined;
  readonly submit_type?: CheckoutSession['submit_type'] | undefined;
  readonly success_url: string;
};

type Given = Pick<CheckoutSession, 'id' | 'created' | 'url' | 'currency' | 'customer' | 'metadata'> & {
  /** Minor units. */
  readonly amount: number;
  readonly customerEmail: string | null;
  /** Unix seconds. */
  readonly expiresAt: number;
  readonly params: Echoed;
};

/** An open session on the hosted page, for a subscription. */
export function newCheckoutSession({ amount, customerEmail, expiresAt, params, ...given }: Given): CheckoutSession {
  const consent = params.consent_collection;
  return {
    object: 'checkout.session',
    ...unused,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    consent_collection: consent
      ? { payment_method_reuse_agreement: null, promotions: null, terms_of_service: consent.terms_of_service ?? null }
      : null,
    custom_text: {
      after_submit: params.custom_text?.after_submit ?? null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: params.custom_text?.terms_of_service_acceptance ?? null,
    },
    customer_creation: given.customer === null ? 'always' : null,
    customer_details: customerEmail === null ? null : { ...blankDetails, email: customerEmail },
    customer_email: params.customer_email ?? null,
    expires_at: expiresAt,
    livemode: false,
    locale: (params.locale ?? null) as CheckoutSession['locale'],
    mode: 'subscription',
    origin_context: params.origin_context ?? null,
    payment_method_collection: params.payment_method_collection ?? 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    ...given,
  };
}

const blankDetails = {
  address: null,
  business_name: null,
  email: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: null,
} as const;

/** Fields of features that this shop does not use. */
const unused = {
  adaptive_pricing: null,
  after_expiration: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: null,
  consent: null,
  currency_conversion: null,
  custom_fields: [],
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  managed_payments: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  wallet_options: null,
} satisfies Partial<CheckoutSession>;

type NewPortal = Pick<PortalSession, 'id' | 'configuration' | 'created' | 'customer' | 'flow' | 'return_url' | 'url'>;

/** A customer's short way into the billing portal. */
export function newPortalSession(given: NewPortal): PortalSession {
  return {
    object: 'billing_portal.session',
    customer_account: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    ...given,
  };
}
