import * as z from 'zod';

import { expand, int, metadata, notSimulated, only, text, url } from '../wire/params.ts';

const quantity = int.refine((n) => n >= 1 && n <= 999_999, { error: 'Invalid positive integer' });

const lineItem = z.strictObject({
  price: text(),
  quantity,
  ...notSimulated('adjustable_quantity', 'metadata', 'price_data', 'tax_rates'),
});

const subscriptionData = z.strictObject({
  metadata: metadata.optional(),
  ...notSimulated('application_fee_percent', 'billing_cycle_anchor', 'billing_cycle_anchor_config', 'billing_mode'),
  ...notSimulated('default_tax_rates', 'description', 'invoice_settings', 'on_behalf_of'),
  ...notSimulated('pending_invoice_item_interval', 'proration_behavior', 'transfer_data', 'trial_end'),
  ...notSimulated('trial_period_days', 'trial_settings'),
});

/** `POST /v1/checkout/sessions`: a known customer subscribes to one price on the hosted page. */
export const CreateParams = z.strictObject({
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  custom_text: z
    .strictObject({
      submit: z.strictObject({ message: text(1_200) }).optional(),
      ...notSimulated('after_submit', 'shipping_address', 'terms_of_service_acceptance'),
    })
    .optional(),
  customer: text(),
  expand,
  line_items: z.array(lineItem),
  metadata: metadata.optional(),
  mode: only('subscription'),
  subscription_data: subscriptionData.optional(),
  success_url: url,
  ...notSimulated('adaptive_pricing', 'after_expiration', 'allow_promotion_codes', 'allowed_payment_method_types'),
  ...notSimulated('automatic_tax', 'billing_address_collection', 'branding_settings', 'consent_collection'),
  ...notSimulated('currency', 'custom_fields', 'customer_account', 'customer_creation', 'customer_email'),
  ...notSimulated('customer_update', 'discounts', 'excluded_payment_method_types', 'expires_at'),
  ...notSimulated('integration_identifier', 'invoice_creation', 'locale', 'managed_payments', 'name_collection'),
  ...notSimulated('optional_items', 'origin_context', 'payment_intent_data', 'payment_method_collection'),
  ...notSimulated('payment_method_configuration', 'payment_method_data', 'payment_method_options', 'permissions'),
  ...notSimulated('phone_number_collection', 'redirect_on_completion', 'return_url', 'saved_payment_method_options'),
  ...notSimulated('setup_intent_data', 'shipping_address_collection', 'shipping_options', 'submit_type'),
  ...notSimulated('tax_id_collection', 'ui_mode', 'wallet_options'),
});
export type CreateParams = z.output<typeof CreateParams>;
