import { useQuery } from '@tanstack/react-query';

import { brand } from '#contract/brand.ts';
import { Memory } from '#contract/memory.ts';
import { call } from '#web/lib/api/call.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { dashboardCopy } from './dashboard-copy.ts';
import { memoryQuery } from './queries.ts';

const copy = dashboardCopy.memorySwitch;

/** Turns follow-ups on and off. Nothing where the installation has none. */
export function MemorySwitch() {
  const { data } = useQuery(memoryQuery);
  const { isPending, failure, submit } = useSubmit<boolean>(
    async (isOn) => {
      const memory = await call('/api/user/memory', { method: 'POST', body: { isOn }, reads: Memory });
      queryClient.setQueryData(memoryQuery.queryKey, memory);
    },
    { title: '', fallback: copy.settingNotSaved },
  );
  if (!data || brand.memoryMinutes === 0) return null;
  const { isOn } = data;
  return (
    <div className="mb-5 border-b border-hairline pb-5">
      <SubmitArea failure={failure} isPending={isPending}>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <p className="max-w-[52ch] text-muted">{isOn ? copy.followUpsOn : copy.followUpsOff}</p>
          <Button variant="secondary" isPending={isPending} onClick={() => void submit(!isOn)}>
            {isOn ? copy.turnOffFollowUps : copy.turnOnFollowUps}
          </Button>
        </div>
      </SubmitArea>
    </div>
  );
}
