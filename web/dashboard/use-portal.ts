import { useNavigate } from 'react-router';

import { subscriptionWords } from '#contract/subscription-words.ts';
import { PortalReply } from '#contract/subscription.ts';

import { Refused } from '../lib/failure.ts';
import { queryClient } from '../lib/query-client.ts';
import { paymentAddress } from '../lib/runtime-config.ts';
import { addToast } from '../lib/toast-store.ts';
import { useDelayed } from '../lib/use-delayed.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { callWithPassword } from './password/password-request.ts';
import { subscriptionQuery } from './subscription-query.ts';

/** How long the words stand before the page changes (spec, section 8, "Customer portal"). */
const TO_PORTAL_MS = 500;
const TO_OWN_PAGE_MS = 1000;
const AFTER_FAILURE_MS = 2000;

/** The button that leads to the payment provider's page. */
export type PortalButton = { readonly isPending: boolean; readonly failure: string; readonly open: () => void };

/** Leads to the payment provider's own page for cards, invoices and cancelling. */
export function usePortal(): PortalButton {
  const navigate = useNavigate();
  const later = useDelayed();

  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      try {
        await leave();
      } catch (error) {
        if (error instanceof TypeError) {
          later(AFTER_FAILURE_MS, () => void navigate('/subscribe'));
          throw new Refused({ title: 'Error', message: subscriptionWords.portalUnreachable });
        }
        // Not waited for: what went wrong is said meanwhile.
        void queryClient.invalidateQueries(subscriptionQuery);
        throw error;
      }
    },
    { title: 'Error', fallback: subscriptionWords.portalFailed },
  );

  async function leave(): Promise<void> {
    const reply = await callWithPassword('/api/create-customer-portal', {
      method: 'POST',
      body: {},
      reads: PortalReply,
    });
    const address = await paymentAddress(reply.url);
    if (address !== null) {
      addToast({ title: 'Redirecting', description: subscriptionWords.openingPortal });
      return later(TO_PORTAL_MS, () => window.location.assign(address));
    }
    const path = ownPath(reply.redirectUrl);
    if (path === null) {
      throw new Refused({ title: 'Error', message: reply.message ?? subscriptionWords.portalFailed });
    }
    addToast({ title: 'Redirecting', description: reply.message ?? subscriptionWords.openingSubscribe });
    later(TO_OWN_PAGE_MS, () => void navigate(path));
  }

  return { isPending, failure, open: () => void submit() };
}

/** A path of this site, and nothing that only looks like one. */
function ownPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : null;
}
