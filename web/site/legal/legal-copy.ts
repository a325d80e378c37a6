import { brand } from '#contract/brand.ts';

// The copy around the Terms of Service and the Privacy Policy; their sections are in files of their own.

export const updated = (date: string) => `Last updated: ${date}`;
export const onThisPage = 'On this page';

export const termsTitle = 'Terms of Service';
export const termsPageTitle = `${termsTitle} · ${brand.name}`;
export const termsDescription = `What you and ${brand.name} agree on: who may use it, how texts and payments work, how to stop, and what no one can promise.`;
export const termsLead = `These terms are an agreement between you and ${brand.company} (“${brand.name}”, “we”). By creating an account or using the service, you accept them. If you don’t agree, please don’t use the service.`;

export const privacyTitle = 'Privacy Policy';
export const privacyPageTitle = `${privacyTitle} · ${brand.name}`;
export const privacyDescription = `${brand.name} stores no questions and no answers. What we do keep, why, for how long, and who else is involved.`;
export const privacyLead =
  'In one sentence: we know who you are and how often you ask, never what you ask. This page says exactly what that means.';

export const journeyTitle = 'What passes where';
export const journeyLead =
  'How a question and its answer travel, stop by stop, with the test in our software that proves each line.';
export const journeyProof = 'The test that proves it';
/** Before the file of the test. */
export const journeyTest = (name: string) => `“${name}”, in`;
