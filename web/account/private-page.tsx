import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { User } from '#contract/user.ts';

import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.tsx';
import { Away } from './away.tsx';
import { useSignedInOnly } from './use-signed-in-only.ts';

type PrivatePageProps = {
  /** Stands there until it is known who is there; it is what the built HTML shows. */
  readonly waiting: ReactNode;
  readonly children: (user: User) => ReactNode;
};

/** What only a signed-in visitor sees. */
export function PrivatePage({ waiting, children }: PrivatePageProps) {
  const { session } = useSession();
  useSignedInOnly();
  if (session.status === 'away') return <Away />;
  if (session.status !== 'signed-in') return waiting;
  return <QueryClientProvider client={queryClient}>{children(session.user)}</QueryClientProvider>;
}
