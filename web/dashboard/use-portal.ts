import { useNavigate } from 'react-router';

import { subscriptionCopy } from '#contract/subscription-copy.ts';
import { PortalReply } from '#contract/subscription.ts';
import { Refused } from '#web/lib/api/failure.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { paymentAddress } from '#web/lib/api/runtime-config.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { useIsHere } from '#web/lib/use-is-here.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { dashboardCopy } from './dashboard-copy.ts';
import { callWithPassword } from './password/password-request.ts';
import { subscriptionQuery } from './queries.ts';

const copy = dashboardCopy.usePortal;

/** How long the message is shown before the page changes (docs/reference/specification.md#errors). */
const TO_PORTAL_MS = 500;
const TO_OWN_PAGE_MS = 1000;
const AFTER_FAILURE_MS = 2000;

/** The button that leads to the payment provider's page. */
export type PortalButton = { readonly isPending: boolean; readonly failure: string; readonly open: () => void };

/** Opens the payment provider's page for cards, invoices and cancellation, unless this one was left meanwhile. */
export function usePortal(): PortalButton {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const delayed = useDelayed();
  const later = (delayMs: number, work: () => void) => delayed(delayMs, () => isHere() && work());

  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      try {
        await leave();
      } catch (error) {
        if (error instanceof TypeError) {
          later(AFTER_FAILURE_MS, () => void navigate('/subscribe'));
          throw new Refused({ title: copy.error, message: subscriptionCopy.portalUnreachable });
        }
        // Not awaited; the failure is shown meanwhile.
        void queryClient.invalidateQueries(subscriptionQuery);
        throw error;
      }
    },
    { title: copy.error, fallback: subscriptionCopy.portalFailed },
  );

  async function leave(): Promise<void> {
    const reply = await callWithPassword('/api/create-customer-portal', {
      method: 'POST',
      body: {},
      reads: PortalReply,
    });
    const address = await paymentAddress(reply.url);
    if (!isHere()) return;
    if (address !== null) {
      addToast({ title: copy.redirecting, description: subscriptionCopy.openingPortal });
      return later(TO_PORTAL_MS, () => window.location.assign(address));
    }
    const path = ownPath(reply.redirectUrl);
    if (path === null) {
      throw new Refused({ title: copy.error, message: reply.message ?? subscriptionCopy.portalFailed });
    }
    addToast({ title: copy.redirecting, description: reply.message ?? subscriptionCopy.openingSubscribe });
    later(TO_OWN_PAGE_MS, () => void navigate(path));
  }

  return { isPending, failure, open: () => void submit() };
}

/** The path if it is a path of this site; otherwise null. */
function ownPath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : null;
}
