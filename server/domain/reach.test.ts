import { expect, test } from 'vitest';

import { type SendEnd, unreachableBy } from './reach.ts';

const arrived: SendEnd = { hasArrived: true, code: null };
const endOf = (code: number | null): SendEnd => (code === null ? arrived : { hasArrived: false, code });

test.each([
  { ends: [], by: null, because: 'nothing was sent' },
  { ends: [null], by: null, because: 'the newest arrived' },
  { ends: [21211], by: 'phone', because: 'the number is invalid' },
  { ends: [21408], by: 'route', because: 'its region is off in our account' },
  { ends: [21612], by: 'route', because: 'there is no route from our number' },
  { ends: [21612, 30006], by: 'route', because: 'what the phone is, no refusal for want of a route tells' },
  { ends: [30006, 21612], by: null, because: 'a text that was taken shows that there is a route' },
  { ends: [21614], by: 'phone', because: 'it is no mobile number' },
  { ends: [21635], by: 'phone', because: 'it is a landline' },
  { ends: [21614, null], by: 'phone', because: 'one refusal is proof' },
  { ends: [null, 21614], by: null, because: 'a later text arrived' },
  { ends: [30004], by: null, because: 'one report is no proof' },
  { ends: [30006, null], by: null, because: 'one report after a text that arrived is no proof' },
  { ends: [30004, 30004], by: 'phone', because: 'it is blocked twice in a row' },
  { ends: [30005, 30005], by: 'phone', because: 'it is unknown twice in a row' },
  { ends: [30006, 30006], by: 'phone', because: 'it is a landline twice in a row' },
  { ends: [30005, 30006], by: 'phone', because: 'two reports in a row need not be the same' },
  { ends: [30005, 21614], by: 'phone', because: 'what the refusal proved was not ended by a text that arrived' },
  { ends: [null, 30005, 30005], by: null, because: 'a later text arrived' },
  { ends: [30005, null, 30005], by: null, because: 'the two are not in a row' },
])('a phone whose newest sends ended with $ends is unreachable by $by, because $because', ({ ends, by }) => {
  expect(unreachableBy(ends.map(endOf))).toBe(by);
});
