import { expect, test } from 'vitest';

import { isAnswerableSender } from './answerable-sender.ts';

test('a US phone is answered', () => expect(isAnswerableSender('+12125550142', ['+13125550100'])).toBe(true));

test.each([
  '+13125550100',
  '24273',
  '898211',
  'AMAZON',
  'Askline',
  '',
  '+442071838750',
  '+14165550142',
  '+18005550142',
  '+19005550123',
  '2125550142',
  '+1212555014',
  'whatsapp:+12125550142',
  '+12125550142 ',
])('the sender %j is not answered', (sender) => expect(isAnswerableSender(sender, ['+13125550100'])).toBe(false));
