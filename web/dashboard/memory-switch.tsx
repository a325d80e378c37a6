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
import { SettingPart, SettingRow } from './setting-row.tsx';

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
    <SettingPart>
      <SubmitArea failure={failure} isPending={isPending}>
        <SettingRow
          text={isOn ? copy.followUpsOn : copy.followUpsOff}
          button={
            <Button variant="secondary" isPending={isPending} onClick={() => void submit(!isOn)}>
              {isOn ? copy.turnOffFollowUps : copy.turnOnFollowUps}
            </Button>
          }
        />
      </SubmitArea>
    </SettingPart>
  );
}
