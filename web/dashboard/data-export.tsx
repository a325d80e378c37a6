import { DataExport, EXPORT_FILE } from '#contract/data-export.ts';
import { Button } from '#web/ui/button.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { dashboardCopy } from './dashboard-copy.ts';
import { callWithPassword } from './password/password-request.ts';
import { SettingPart, SettingRow } from './setting-row.tsx';

const copy = dashboardCopy.dataExport;

/** Safari reads the file only after the click, and saves none if its address is revoked by then (WebKit bug 211234). */
const REVOKE_MS = 40_000;

/** Downloads everything that is stored about the account. */
export function DataDownload() {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => save(await callWithPassword('/api/user/export', { reads: DataExport })),
    { title: '', fallback: copy.downloadFailed },
  );
  return (
    <SettingPart>
      <SubmitArea failure={failure} isPending={isPending}>
        <SettingRow
          text={copy.downloadText}
          button={
            <Button variant="secondary" isPending={isPending} onClick={() => void submit()}>
              {copy.downloadMyData}
            </Button>
          }
        />
      </SubmitArea>
    </SettingPart>
  );
}

/** Gives the browser a file to save. */
function save(data: DataExport): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = EXPORT_FILE;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}
