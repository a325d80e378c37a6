import { expect } from 'vitest';

import { signupCopy } from '#web/account/signup-copy.ts';

import { test } from './test.ts';

test('the filter leaves the questions that have all words, in question or answer, and says how many', async ({
  open,
}) => {
  await using visit = await open('/faq');
  const questions = visit.page.locator('[data-question]:visible');
  const all = await questions.count();
  const filter = visit.page.getByRole('searchbox', { name: 'Find a question' });
  await filter.fill('refund  Discretion');
  await visit.page.getByRole('button', { name: 'Can I get a refund?' }).waitFor();
  await expect.poll(() => questions.count()).toBe(1);
  await visit.page.getByText(`1 of ${all} questions`).waitFor();
  expect(await visit.page.getByRole('heading', { level: 2, name: 'Perplexity Sonar' }).isVisible()).toBe(false);
  // Keyboards of computers type straight quotes; the page has curly ones.
  for (const typed of ["didn't get my code", 'didn’t get my code', '"unlimited"']) {
    await filter.fill(typed);
    await expect.poll(() => questions.count(), { message: typed }).toBeGreaterThan(0);
  }
  await expect.poll(() => questions.count()).toBeLessThan(all);
  // The link below each answer is not part of it.
  for (const typed of ['link to this answer', 'zeppelin']) {
    await filter.fill(typed);
    await expect.poll(() => questions.count(), { message: typed }).toBe(0);
  }
  await visit.page.getByText('No match. Try another word, or write to us.').waitFor();
  const writeToUs = visit.page.getByRole('status').getByRole('link', { name: 'write to us' });
  expect(await writeToUs.getAttribute('href')).toBe('/contact');
  await filter.fill('');
  await expect.poll(() => questions.count()).toBe(all);
});

test('a link within an answer shows its question also when the filter had left it out', async ({ open }) => {
  await using visit = await open('/faq', { viewport: { width: 1280, height: 700 } });
  const questions = visit.page.locator('[data-question]:visible');
  const all = await questions.count();
  const filter = visit.page.getByRole('searchbox', { name: 'Find a question' });
  const top = () =>
    visit.page.evaluate('Math.round(document.querySelector(location.hash).getBoundingClientRect().top)');
  for (const message of ['a first time', 'the same link again']) {
    await filter.fill('opt back in');
    await expect.poll(() => questions.count()).toBeLessThan(all);
    const answer = visit.page.locator('#stop-and-start');
    if ((await answer.getByRole('button').getAttribute('aria-expanded')) === 'false') {
      await answer.getByRole('button').click();
    }
    await answer.getByRole('link', { name: 'Does texting STOP cancel my plan?' }).click();
    await visit.page.getByText('Your plan keeps renewing until you cancel it').waitFor();
    await expect.poll(() => questions.count()).toBe(all);
    expect(await filter.inputValue()).toBe('');
    await expect.poll(top, { message }).toBe(88);
  }
  // The links to the parts, too.
  await filter.fill('opt back in');
  await visit.page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first().click();
  await expect.poll(() => questions.count()).toBe(all);
  expect(visit.complaints).toEqual([]);
});

test('the first answer is open, and a link to a question opens its answer at its place', async ({ open }) => {
  await using visit = await open('/faq', { viewport: { width: 1280, height: 700 } });
  await visit.page.getByText('Your phone doesn’t need internet, an app, or a browser.').waitFor();
  await visit.page.goto('about:blank');
  await visit.page.goto(`${visit.site.url}/faq#refund`);
  await visit.page.getByText('Refunds are at our discretion.').waitFor();
  await expect
    .poll(() => visit.page.evaluate("Math.round(document.getElementById('refund').getBoundingClientRect().top)"))
    .toBe(88);
  // From another page, and from a question to another.
  await visit.page.goto(`${visit.site.url}/faq#stop-and-start`);
  await visit.page.getByRole('link', { name: 'Does texting STOP cancel my plan?' }).click();
  await visit.page.getByText('Your plan keeps renewing until you cancel it').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('the answer about signing up for someone else names the choice of the form', async ({ open }) => {
  await using visit = await open('/faq');
  const answer = visit.page.locator('#for-someone-else');
  expect(await answer.textContent()).toContain(`“${signupCopy.signupForm.helpedPhone}”`);
});
