import type { Language } from '#contract/language.ts';
import { PhoneNumbersReply } from '#contract/phone-numbers.ts';
import { call } from '#web/lib/api/call.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { dashboardCopy } from './dashboard-copy.ts';
import { phonesQuery } from './queries.ts';

const copy = dashboardCopy.textLanguage;

const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The language of our texts to the phone, and the way to the other one. */
export function TextLanguage({ language }: { readonly language: Language }) {
  const other: Language = language === 'en' ? 'es' : 'en';
  const { isPending, failure, submit } = useSubmit(changeLanguage, {
    title: copy.languageNotChanged,
    fallback: copy.changeFailed,
  });
  return (
    <div className="mt-4">
      <SubmitArea failure={failure} isPending={isPending}>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <output>
            {copy.ourTexts} <span lang={language}>{names[language]}</span>
          </output>
          <Button variant="quiet" isPending={isPending} onClick={() => void submit(other)} className="-my-2 -ml-3">
            <span className="sr-only">{copy.changeTextsTo} </span>
            <span lang={other}>{names[other]}</span>
          </Button>
        </p>
      </SubmitArea>
    </div>
  );
}

async function changeLanguage(language: Language): Promise<void> {
  const body = { language };
  const numbers = await call('/api/user/text-language', { method: 'POST', body, reads: PhoneNumbersReply });
  queryClient.setQueryData(phonesQuery.queryKey, numbers);
}
