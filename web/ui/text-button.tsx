import type { ComponentProps } from 'react';

import { Button } from './button.tsx';

/** A button that reads as a line of text: it begins where the text around it does, and is underlined under the pointer. */
export function TextButton({ className = '', ...rest }: Omit<ComponentProps<typeof Button>, 'variant'>) {
  return <Button variant="quiet" className={`-ml-4 hover:bg-transparent hover:underline ${className}`} {...rest} />;
}
