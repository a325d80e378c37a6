import fc from 'fast-check';
import { expect, test } from 'vitest';

import { KeysBy } from './keys-by.ts';

test('it gives what a look through all items would give, in the order of their arrival', () => {
  const item = fc.record({ property: fc.constantFrom('a', 'b', 'c'), key: fc.constantFrom('1', '2', '3', '4') });
  const change = fc.record({ item, isAdded: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const keys = new KeysBy();
      let all: (typeof changes)[number]['item'][] = [];
      for (const { item: one, isAdded } of changes) {
        const isSame = (other: typeof one): boolean => other.property === one.property && other.key === one.key;
        if (isAdded) keys.add(one.property, one.key);
        else keys.delete(one.property, one.key);
        if (!isAdded) all = all.filter((other) => !isSame(other));
        else if (!all.some(isSame)) all.push(one);
      }
      for (const property of ['a', 'b', 'c', 'd']) {
        const expected = all.filter((one) => one.property === property).map(({ key }) => key);
        expect(keys.get(property)).toEqual(expected);
      }
    }),
  );
});
