import type { CreateParams } from '../api/checkout-params.ts';
import type { CheckoutSession, Customer, PortalSession } from './types.ts';

type Given = Pick<CheckoutSession, 'id' | 'created' | 'url' | 'currency' | 'metadata'> & {
  readonly customer: Customer;
  /** Minor units. */
  readonly amount: number;
  /** Unix seconds. */
  readonly expiresAt: number;
  readonly params: CreateParams;
};

/** An open session for a subscription, paid on the hosted page. */
export function newCheckoutSession({ amount, customer, expiresAt, params, ...given }: Given): CheckoutSession {
  return {
    object: 'checkout.session',
    ...unused,
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer: customer.id,
    customer_details: customer.email === null ? null : { ...blankDetails, email: customer.email },
    expires_at: expiresAt,
    livemode: false,
    mode: 'subscription',
    payment_method_collection: 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    status: 'open',
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

/** Fields of features that the sandbox does not emulate. */
const unused = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  customer_account: null,
  customer_creation: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
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
  submit_type: null,
  wallet_options: null,
} satisfies Partial<CheckoutSession>;

type NewPortal = Pick<PortalSession, 'id' | 'configuration' | 'created' | 'customer' | 'return_url' | 'url'>;

/** A session of the billing portal. */
export function newPortalSession(given: NewPortal): PortalSession {
  return {
    object: 'billing_portal.session',
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    ...given,
  };
}
