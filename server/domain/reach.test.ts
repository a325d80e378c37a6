import { expect, test } from 'vitest';

import { isUnreachable, type SendEnd } from './reach.ts';

const arrived: SendEnd = { hasArrived: true, code: null };
const endOf = (code: number | null): SendEnd => (code === null ? arrived : { hasArrived: false, code });

test.each([
  { ends: [], isIt: false, because: 'nothing was sent' },
  { ends: [null], isIt: false, because: 'the newest arrived' },
  { ends: [21211], isIt: true, because: 'the number is invalid' },
  { ends: [21408], isIt: true, because: 'its region is off' },
  { ends: [21612], isIt: true, because: 'there is no route' },
  { ends: [21614], isIt: true, because: 'it is no mobile number' },
  { ends: [21635], isIt: true, because: 'it is a landline' },
  { ends: [21614, null], isIt: true, because: 'one refusal is proof' },
  { ends: [null, 21614], isIt: false, because: 'a later text arrived' },
  { ends: [30004], isIt: false, because: 'one report is no proof' },
  { ends: [30006, null], isIt: false, because: 'one report after a text that arrived is no proof' },
  { ends: [30004, 30004], isIt: true, because: 'it is blocked twice in a row' },
  { ends: [30005, 30005], isIt: true, because: 'it is unknown twice in a row' },
  { ends: [30006, 30006], isIt: true, because: 'it is a landline twice in a row' },
  { ends: [30005, 30006], isIt: true, because: 'two reports in a row need not be the same' },
  { ends: [30005, 21614], isIt: true, because: 'what the refusal proved was not ended by a text that arrived' },
  { ends: [null, 30005, 30005], isIt: false, because: 'a later text arrived' },
  { ends: [30005, null, 30005], isIt: false, because: 'the two are not in a row' },
])('a phone whose newest sends ended with $ends is unreachable: $isIt, because $because', ({ ends, isIt }) => {
  expect(isUnreachable(ends.map(endOf))).toBe(isIt);
});
