import { expect, test } from 'vitest';

import { refuseCommonPassword } from './common-passwords.ts';

const refused = (password: string) => refuseCommonPassword(password, 'ada.byron@askline.example', 'password');

test.each(['Password1!', 'Passw0rd!', 'P@ssw0rd', 'Qwerty1!', 'Abcd1234!', 'Password123!', 'Iloveyou1!', 'Ada.Byron1'])(
  'the common password %s is refused at its field',
  async (password) => {
    await expect(refused(password)).rejects.toMatchObject({
      code: 'bad_request',
      fields: { password: 'This password is too common. Choose one that is harder to guess.' },
    });
  },
);

test.each(['Another-Secret-9!', 'correct Horse 9!', 'Tr0ub4dor&3', 'Zebra!42quilt', 'aB3!xQ'.repeat(42)])(
  'the password %s is accepted',
  async (password) => {
    await expect(refused(password)).resolves.toBeUndefined();
  },
);
