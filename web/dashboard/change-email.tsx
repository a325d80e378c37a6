import { useEffect } from 'react';

import { ChangeEmailBody } from '#contract/auth.ts';
import { DoneReply } from '#contract/user.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { TextField } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';

import { dashboardWords } from './dashboard-words.ts';
import { callWithPassword } from './password/password-request.ts';

const words = dashboardWords.changeEmail;

/** The form for an email that was mistyped at the sign-up. */
export function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { refresh } = useSession();
  const { form, formProps, field, isPending } = useSubmitForm<ChangeEmailBody>({
    schema: ChangeEmailBody,
    defaults: { email: '' },
    title: words.notChanged,
    fallback: words.notChangedText,
    async send(body) {
      const { message } = await callWithPassword('/api/user/email', { method: 'POST', body, reads: DoneReply });
      addToast({ title: words.emailChanged, description: message });
      await refresh();
      onDone();
    },
  });
  useEffect(() => {
    form.setFocus('email');
  }, [form]);
  return (
    <div className="max-w-[34rem] pt-2 pb-3 text-base">
      <Form
        action="/dashboard"
        {...formProps}
        actions={
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isPending}>
              {isPending ? words.changing : words.change}
            </Button>
            <Button variant="quiet" onClick={onDone}>
              {words.cancel}
            </Button>
          </div>
        }
      >
        <TextField label={words.newEmail} type="email" autoComplete="email" {...field('email')} />
      </Form>
    </div>
  );
}
