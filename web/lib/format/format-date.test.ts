import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatDate, formatMoment } from './format-date.ts';

const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
/** Intl puts a narrow no-break space before AM and PM. */
const plain = (text: string): string => text.replace(/\s/gu, ' ');

test('dates and times match the formatting of the platform', () => {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
  const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  fc.assert(
    fc.property(moments, (at) => {
      expect(formatDate(at.toISOString())).toBe(day.format(at));
      expect(formatMoment(at.toISOString())).toBe(plain(minute.format(at)));
    }),
  );
});
