import * as z from 'zod';

import { bool, expand, int, metadata, notSimulated, text, unsettable, url } from '../wire/params.ts';

const quantity = int.refine((n) => n >= 1 && n <= 999_999, { error: 'Invalid positive integer' });
const customText = unsettable(z.strictObject({ message: text(1_200) })).optional();

const lineItem = z.strictObject({
  price: text(),
  quantity: quantity.optional(),
  ...notSimulated('adjustable_quantity', 'metadata', 'price_data', 'tax_rates'),
});

const subscriptionData = z.strictObject({
  billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']), ...notSimulated('flexible') }).optional(),
  description: text(500).optional(),
  metadata: metadata.optional(),
  trial_end: int.optional(),
  trial_period_days: int.refine((days) => days >= 1 && days <= 730, { error: 'Invalid positive integer' }).optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({
        missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']),
      }),
    })
    .optional(),
  ...notSimulated('application_fee_percent', 'billing_cycle_anchor', 'billing_cycle_anchor_config'),
  ...notSimulated('default_tax_rates', 'invoice_settings', 'on_behalf_of', 'pending_invoice_item_interval'),
  ...notSimulated('proration_behavior', 'transfer_data'),
});

/** `POST /v1/checkout/sessions`: a subscription to one price, on the hosted page. */
export const CreateParams = z.strictObject({
  allow_promotion_codes: bool.optional(),
  automatic_tax: z
    .strictObject({
      enabled: z.literal('false', { error: 'The sandbox does not simulate automatic tax.' }),
      ...notSimulated('liability'),
    })
    .optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  consent_collection: z
    .strictObject({
      terms_of_service: z.enum(['none', 'required']).optional(),
      ...notSimulated('payment_method_reuse_agreement', 'promotions'),
    })
    .optional(),
  custom_text: z
    .strictObject({
      after_submit: customText,
      submit: customText,
      terms_of_service_acceptance: customText,
      ...notSimulated('shipping_address'),
    })
    .optional(),
  customer: text().optional(),
  customer_email: text(800).optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
      ...notSimulated('shipping'),
    })
    .optional(),
  expand,
  expires_at: int.optional(),
  line_items: z.array(lineItem),
  locale: text(10).optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment', 'setup', 'subscription']),
  origin_context: z.enum(['mobile_app', 'web']).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  subscription_data: subscriptionData.optional(),
  success_url: url,
  ui_mode: z.enum(['elements', 'embedded_page', 'form', 'hosted_page']).optional(),
  ...notSimulated('adaptive_pricing', 'after_expiration', 'allowed_payment_method_types', 'branding_settings'),
  ...notSimulated('currency', 'custom_fields', 'customer_account', 'customer_creation', 'discounts'),
  ...notSimulated('excluded_payment_method_types', 'integration_identifier', 'invoice_creation', 'managed_payments'),
  ...notSimulated('name_collection', 'optional_items', 'payment_intent_data', 'payment_method_configuration'),
  ...notSimulated('payment_method_data', 'payment_method_options', 'permissions', 'phone_number_collection'),
  ...notSimulated('redirect_on_completion', 'return_url', 'saved_payment_method_options', 'setup_intent_data'),
  ...notSimulated('shipping_address_collection', 'shipping_options', 'tax_id_collection', 'wallet_options'),
});
export type CreateParams = z.output<typeof CreateParams>;
