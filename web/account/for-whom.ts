/** Whose phone a new account is for: the answer of the sign-up form. */
export type PhoneOwner = 'me' | 'other';

/** Whom a link to the sign-up names (`?for=parent`), with the words of the page; null without one. */
export function readForWhom(search: string): ForWhom | null {
  const name = new URLSearchParams(search).get('for');
  return name !== null && name in people ? people[name as keyof typeof people] : null;
}

type ForWhom = { readonly owner: PhoneOwner; readonly lead: string };

/** Without anyone named. */
export const forMe: ForWhom = { owner: 'me', lead: 'It takes two minutes. Next, you’ll choose a plan.' };

const people = {
  me: forMe,
  parent: {
    owner: 'other',
    lead: 'For a parent’s phone: you set it up here, we text them a code, and they read it to you over the phone.',
  },
  kid: {
    owner: 'other',
    lead: 'For a kid’s first phone: you set it up here, we text it a code, and they read it to you.',
  },
} as const satisfies Record<string, ForWhom>;
