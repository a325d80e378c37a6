import { expect } from 'vitest';

import { phoneErrors } from '#server/testing/errors/phones.ts';
import { serviceErrors } from '#server/testing/errors/services.ts';
import { signInErrors } from '#server/testing/errors/sign-in.ts';
import { test } from '#server/testing/errors/world.ts';

// What the forms for support refuse is in support/requests/requests.test.ts.
test.for([...signInErrors, ...phoneErrors, ...serviceErrors])(
  '%s',
  async ([, call, status, words, field], { world }) => {
    const { status: answered, body } = await call(world);
    const said = field === undefined ? body.message : body.fields?.[field];
    expect({ status: answered, said }).toEqual({ status, said: words });
    if (field !== undefined) expect(body.fields).toEqual({ [field]: words });
    // The pages take a message with a status in it for the end of the session (docs/reference/security.md#t17).
    expect(body.message).not.toContain('401');
  },
);
