import type { ProviderSettings } from '#server/config/provider-settings.ts';

import { checkCarrier, faultOfCarrier } from './check-carrier.ts';
import { checkIdentity, faultOfIdentity } from './check-identity.ts';
import { checkPayments, faultOfPayments } from './check-payments.ts';
import { type Finding, type KeepSetting, playedBySandbox } from './finding.ts';

/** The third parties whose accounts a command can set up: the names of `npm run setup -- NAME`. */
export const providerNames = ['stripe', 'twilio', 'cognito'] as const;
export type ProviderName = (typeof providerNames)[number];

export type ProviderCheck = {
  /** The title of the section in the doctor's report. */
  readonly title: string;
  /** The findings, which the doctor shows and whose repairs the setup makes. */
  readonly check: (settings: ProviderSettings, keep: KeepSetting) => Promise<Finding[]>;
  /** What the failure of a repair means for the operator. */
  readonly faultOf: (error: unknown, settings: ProviderSettings) => Finding;
};

/** The checks of each third party that can be set up, for the doctor and the setup. */
export const providerChecks: Readonly<Record<ProviderName, ProviderCheck>> = {
  stripe: {
    title: 'Payments',
    async check({ payments, http, isProduction }, keep) {
      if (payments.isSandbox) return [playedBySandbox('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY')];
      return checkPayments({ settings: payments, publicUrl: http.publicUrl, isProduction, keep });
    },
    faultOf: (error, { payments }) => faultOfPayments(error, payments.baseUrl),
  },
  twilio: {
    title: 'Carrier',
    async check({ carrier, http }, keep) {
      if (carrier.isSandbox) {
        return [playedBySandbox('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and SERVICE_PHONE_NUMBERS')];
      }
      return checkCarrier({ carrier, publicUrl: http.publicUrl, keep });
    },
    faultOf: (error, { carrier }) => faultOfCarrier(error, carrier.baseUrl),
  },
  cognito: {
    title: 'Identity service',
    async check({ identity }, keep) {
      if (identity.isSandbox) return [playedBySandbox('COGNITO_USER_POOL_ID')];
      return checkIdentity(identity.pool, keep);
    },
    faultOf: (error, { identity }) => faultOfIdentity(error, identity.pool),
  },
};
