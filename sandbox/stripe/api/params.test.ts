import { expect, test } from 'vitest';
import * as z from 'zod';

import { haveContracts, readContractFile } from '../../testing/contracts.ts';
import { requests } from '../../testing/stripe-client.ts';
import { calls } from './calls.ts';

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
};

const contract = haveContracts
  ? (readContractFile('stripe-node-23.1.0_2026-10-28.endive.schema.json.gz') as {
      definitions: Record<string, Schema>;
      roots: Record<string, Schema>;
    })
  : { definitions: {}, roots: {} };

/** The schemas that a value may have to fit, references followed. */
function alternatives(schema: Schema): Schema[] {
  if (schema.$ref !== undefined) return alternatives(contract.definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
}

/** The parameters in `ours` that Stripe does not have, in dotted form. */
function strangers(ours: Schema, theirs: Schema, path = ''): string[] {
  const known = alternatives(theirs);
  return (ours.anyOf ?? [ours]).flatMap((one) => {
    if (one.items) return known.flatMap(({ items }) => (items ? strangers(one.items ?? {}, items, `${path}[]`) : []));
    return Object.entries(one.properties ?? {}).flatMap(([name, inner]) => {
      const found = known.flatMap(({ properties }) => properties?.[name] ?? []);
      const [first] = found;
      return first ? strangers(inner, first, `${path}.${name}`) : [`${path}.${name}`];
    });
  });
}

const checked = calls.flatMap((call) => {
  const root = requests[`${call.method} ${call.path.replace(':id', '*')}`];
  const theirs = root === undefined ? undefined : contract.roots[`Req_${root}`];
  return theirs ? [{ name: call.name, params: call.params, theirs }] : [];
});

test.skipIf(!haveContracts).each(checked)(
  '$name knows all of Stripe’s parameters and no other',
  ({ params, theirs }) => {
    const ours = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as Schema;
    expect(strangers(ours, theirs)).toEqual([]);
    const names = alternatives(theirs).flatMap(({ properties = {} }) => Object.keys(properties));
    expect(names.filter((name) => !(name in (ours.properties ?? {})))).toEqual([]);
  },
);

test.skipIf(!haveContracts)('every kind of request that the contract has is checked', () => {
  expect(checked.length).toBeGreaterThanOrEqual(11);
});
