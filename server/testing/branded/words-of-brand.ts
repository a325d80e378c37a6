import { parentPort, workerData } from 'node:worker_threads';

import type { Brand } from '#contract/default-brand.ts';

/** A thread of its own, so that modules load under the brand in `workerData`. It posts all fixed texts and emails. */
globalThis.installedBrand = workerData as Brand;
const { consent } = await import('#contract/consent.ts');
const { plans } = await import('#contract/plans.ts');
const { renewalTerms } = await import('#contract/renewal-terms.ts');
const { registrationTexts } = await import('#server/doctor/registration-texts.ts');
const { measureSms } = await import('#server/answers/gsm7.ts');
const layout = await import('#server/support/outbox/layout.ts');
const { operatorAlert } = await import('#server/support/outbox/alert-email.ts');
const planTemplates = await import('#server/support/outbox/plan-templates.ts');
const templates = await import('#server/support/outbox/templates.ts');
const { fixedTexts } = await import('#server/texting/rules/replies.ts');

const person = { name: 'Ann', isHelper: false, siteUrl: globalThis.installedBrand.origin };
const plan = {
  planName: plans[0].name,
  price: '$4.50',
  interval: 'month',
  renewsOn: 'May 1, 2027',
  owed: null,
  end: null,
} as const;
const phone = { phone: null, serviceNumber: null, isOptedOut: false };
const alert = { sentence: 'A sentence.', remedy: 'A remedy.', userId: null, siteUrl: person.siteUrl };
const mails = [
  templates.welcome(person, null),
  templates.passwordCode(person, '123456', 'ann@example.com'),
  templates.passwordChanged(person, true),
  templates.phoneChanged(person, '67', null),
  templates.codeFailures(person),
  planTemplates.textsStopped(person, plan),
  planTemplates.subscriptionStarted(person, plan, phone),
  planTemplates.paymentFailed(person, plan, phone),
  planTemplates.renewalReminder(person, plan),
  planTemplates.planCanceling(person, { ...plan, end: { on: null } }, { ...phone, freeUntil: null }),
  planTemplates.planEnded(person, plan, { isFlagged: false, isUnpaid: true, freeUntil: null }),
  planTemplates.planEnded(person, plan, { isFlagged: true, isUnpaid: false, freeUntil: null }),
  operatorAlert(alert),
  templates.goodbye(person),
];
const texts = Object.values(fixedTexts());
const said = {
  texts,
  segments: texts.map((body) => measureSms(body).segments),
  words: [
    ...mails.flatMap((mail) => [mail.subject, layout.plainText(mail), layout.html(mail)]),
    ...registrationTexts().flatMap(({ entries }) => entries),
    ...Object.values(consent),
    ...plans.map(renewalTerms),
  ],
};
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(said);
