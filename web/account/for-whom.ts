import { signupCopy } from './signup-copy.ts';

const copy = signupCopy.forWhom;
/** Whose phone a new account is for: the answer of the sign-up form. */
export type PhoneOwner = 'me' | 'other';

/** The person a link to the sign-up names (`?for=parent`), with the page's copy for them; null if it names no one. */
export function readForWhom(search: string): ForWhom | null {
  const name = new URLSearchParams(search).get('for');
  return name !== null && Object.hasOwn(people, name) ? people[name as keyof typeof people] : null;
}

type ForWhom = { readonly owner: PhoneOwner; readonly lead: string };

/** For a link that names no one. */
export const forMe: ForWhom = { owner: 'me', lead: copy.whatComesNext };

const people = {
  me: forMe,
  parent: {
    owner: 'other',
    lead: copy.forParent,
  },
  kid: {
    owner: 'other',
    lead: copy.forKid,
  },
} as const satisfies Record<string, ForWhom>;
