import { useSession } from './session.tsx';

/** Whether the signed-in user helps the owner of the phone: the page then says "the phone", not "your phone". */
export function useIsHelper(): boolean {
  const { session } = useSession();
  return session.status === 'signed-in' && session.user.isHelper;
}
