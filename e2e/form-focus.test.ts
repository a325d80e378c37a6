import { expect } from 'vitest';

import { field } from './form-page.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

/** Whether the focused element is visible below the header; for a multi-line field, its first line. */
const isInView = ({ page }: Visit) =>
  page.evaluate(`{
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    const header = document.querySelector('header').getBoundingClientRect().bottom;
    top >= header && Math.min(bottom, top + 44) <= innerHeight;
  }`);

test.for([
  ['/signup', 'Name', { width: 1280, height: 720 }],
  ['/signup', 'Name', { width: 390, height: 640 }],
  ['/contact', 'Name', { width: 480, height: 600 }],
] as const)(
  'on %s the focused element stays visible while fields are left empty, one by one',
  async ([path, first, viewport], { open }) => {
    await using it = await open(path, { viewport });
    await field(it, first).focus();
    const controls = await it.page.locator('main form').locator('input, select, textarea, button').count();
    for (let n = 1; n < controls; n += 1) {
      const faults = await it.page.locator('main form [aria-invalid=true]').count();
      const before = await it.page.evaluate('document.activeElement.name ?? ""');
      await it.page.keyboard.press('Tab');
      const isChecked = ['name', 'email', 'message'].includes(String(before));
      // The message of the previous field moves the following ones down.
      if (isChecked) await expect.poll(() => it.page.locator('main form [aria-invalid=true]').count()).toBe(faults + 1);
      const focused = await it.page.evaluate('document.activeElement.name || document.activeElement.textContent');
      await expect.poll(() => isInView(it), { message: `${path}: ${String(focused)}` }).toBe(true);
    }
  },
);
