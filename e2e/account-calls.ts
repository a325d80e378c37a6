import type { AskStatus } from '#contract/ask-status.ts';
import type { SubscriptionView } from '#contract/subscription.ts';
import type { StatusReply } from '#contract/version.ts';

import type { Calls } from './static-site.ts';

export const user = {
  id: 'u1',
  name: 'Ada Byron',
  email: 'ada@example.com',
  phoneNumber: '+12125550142',
  isEmailProven: true,
  isHelper: false,
};

/** The same, right after the sign-up: no number is verified yet. */
export const newUser = { ...user, phoneNumber: '' };

/** A subscription; active by default. */
export function subscription(details: Partial<SubscriptionView> = {}): SubscriptionView {
  return {
    plan: 'monthly',
    planName: 'Unlimited Monthly Plan',
    status: 'active',
    canceledAt: null,
    expiryDate: '2027-03-04T12:00:00.000Z',
    isInGracePeriod: false,
    isExpired: false,
    phoneLimit: 1,
    ...details,
  };
}

export const noSubscription = subscription({
  plan: null,
  planName: null,
  status: 'none',
  expiryDate: null,
  phoneLimit: 0,
});

/** The phone's state on the dashboard; by default it can ask and has been answered. */
export function askStatus(details: Partial<AskStatus> = {}): AskStatus {
  return {
    state: 'ready',
    phoneNumber: user.phoneNumber,
    serviceNumber: '+12025550100',
    answeredUntil: null,
    nextTryAt: null,
    questionsThisMonth: 41,
    lastAnswer: { answeredAt: new Date(new Date().setHours(14, 14, 0, 0)).toISOString(), seconds: 3 },
    ...details,
  };
}

/** What is deployed, and that texts are answered. */
export const status: StatusReply = {
  version: {
    branch: 'main',
    commitSha: '0123456789abcdef',
    deployTime: '2026-11-20T09:30:00.000Z',
    env: 'production',
  },
  service: 'working',
};

/** Responses to the dashboard's calls, for a subscriber with a verified phone. */
export const accountCalls: Calls = {
  'GET /api/user': () => ({ json: user }),
  'GET /api/user/subscription': () => ({ json: subscription() }),
  'GET /api/user/phone-numbers': () => ({ json: [{ phoneNumber: user.phoneNumber, verified: true, language: 'en' }] }),
  'GET /api/user/ask-status': () => ({ json: askStatus() }),
  'GET /api/user/memory': () => ({ json: { isOn: true } }),
  'GET /api/user/home-place': () => ({ json: { homePlace: 'Chicago, IL 60614' } }),
  'GET /api/service-phone-numbers': () => ({ json: { servicePhoneNumbers: ['+12025550101', '+12025550100'] } }),
  'GET /api/status': () => ({ json: status }),
  'POST /api/logout': () => ({ json: { message: 'You’re logged out.' } }),
};
