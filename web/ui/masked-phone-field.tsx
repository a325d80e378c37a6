import { useRef, type ComponentProps } from 'react';

import { maskPhone } from '../lib/mask-phone.ts';
import { PhoneField } from './phone-field.tsx';

/** A phone field that shows what is typed as (212) 555-0142. */
export function MaskedPhoneField(props: Omit<ComponentProps<typeof PhoneField>, 'tidy'>) {
  const before = useRef('');

  function mask(input: HTMLInputElement): void {
    const { text, caret } = maskPhone(input.value, input.selectionStart ?? input.value.length, before.current);
    before.current = text;
    input.value = text;
    input.setSelectionRange(caret, caret);
  }

  return <PhoneField {...props} tidy={mask} />;
}
