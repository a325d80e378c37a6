import type { TextJourney } from '#contract/admin-look-up.ts';

import { formatCode, formatSeconds } from '../format.ts';

type JourneyStep = {
  readonly key: string;
  readonly title: string;
  readonly at: string | null;
  /** How long after the first step: "+2.4 s". */
  readonly after: string | null;
  readonly details: string;
};

/** The stations of a text, in order: taken in, each send with what the carrier said of it, closed. */
export function journeySteps({ received, sends }: TextJourney): JourneyStep[] {
  const begin = received?.receivedAt ?? sends[0]?.intentAt ?? null;
  const step = (key: string, title: string, at: string | null, details = ''): JourneyStep => ({
    key,
    title,
    at,
    after:
      begin === null || at === null || at === begin ? null : `+${formatSeconds(Date.parse(at) - Date.parse(begin))}`,
    details,
  });
  const steps = received === null ? [] : [step('received', 'Taken in', received.receivedAt, formatCode(received.kind))];
  for (const send of sends) {
    const title = `${formatCode(send.purpose)}${send.attempt > 1 ? `, try ${send.attempt}` : ''}`;
    steps.push(step(`${send.id} intent`, `${title}: meant to be sent`, send.intentAt, send.id));
    const segments = send.segments === null ? [] : [`${send.segments} ${send.segments === 1 ? 'segment' : 'segments'}`];
    const delivery = send.delivery === null ? [] : [`delivery: ${send.delivery}`];
    const error = send.errorCode === null ? [] : [`error ${send.errorCode}`];
    const details = [...segments, ...delivery, ...error].join(', ');
    if (send.state !== 'intent')
      steps.push(step(`${send.id} end`, `${title}: ${send.state}`, send.acceptedAt, details));
  }
  if (received?.closedAt) steps.push(step('closed', 'Closed', received.closedAt, formatCode(received.outcome ?? '')));
  return steps;
}
