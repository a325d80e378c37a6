import { useLocation, useNavigate } from 'react-router';

import type { LoginBody } from '#contract/auth.ts';
import { readString } from '#web/lib/api/call.ts';
import { Refused } from '#web/lib/api/failure.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { useSession } from '#web/lib/session.tsx';
import { useFirstTouch } from '#web/lib/use-first-touch.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { fill } from '#web/ui/fill.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { Form, SubmitButton } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useSubmitForm } from '#web/ui/forms/use-schema-form.ts';
import { TextLink } from '#web/ui/text-link.tsx';

import { AccountFrame } from './account-frame.tsx';
import { loginCopy } from './login-copy.ts';
import { useSignedOutOnly } from './use-signed-out-only.ts';

const copy = loginCopy.loginPage;

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

/** For failures without a message of their own (docs/reference/specification.md#errors). */
const LOGIN_FAILED = copy.loginFailed;
/** Loaded while the form is being filled in. */
const loadLogin = () => import('./login.ts');
const loadSchema = async () => (await import('#contract/auth.ts')).LoginBody;

/** The login page. */
export function Page() {
  const notice = useNotice();
  const { formProps, field, isPending } = useSubmitForm<LoginBody>({
    schema: loadSchema,
    defaults: { email: '', password: '' },
    title: '',
    fallback: LOGIN_FAILED,
    send: useLogin(),
  });

  return (
    <AccountFrame title={copy.logIn} footer={<p>{fill(copy.newHere, { link: <TextLink to="/signup" /> })}</p>}>
      {notice !== undefined && (
        <div className="mb-6">
          <Note>{notice}</Note>
        </div>
      )}
      <Form
        action="/login"
        {...formProps}
        actions={
          <SubmitButton isPending={isPending} pending={copy.loggingIn}>
            {copy.logIn}
          </SubmitButton>
        }
      >
        <TextField label={copy.email} type="email" autoComplete="email" {...field('email')} />
        <PasswordField label={copy.password} autoComplete="current-password" {...field('password')} />
        <p>
          <TextLink to="/forgot-password">{copy.forgotPassword}</TextLink>
        </p>
      </Form>
    </AccountFrame>
  );
}

function useLogin(): (body: LoginBody) => Promise<void> {
  const { refresh } = useSession();
  const navigate = useNavigate();
  useSignedOutOnly(readWanted(useLocation().state));
  useFirstTouch(loadLogin);
  return async function logIn(body) {
    const { login } = await loadLogin();
    const outcome = await login(body);
    if (outcome === 'needs-confirmation') await navigate('/verify');
    else if (!(await refresh())) throw new Refused({ title: '', message: LOGIN_FAILED });
  };
}

/** What the page before has to say: that the password was reset, and what follows. */
function useNotice(): string | undefined {
  const { state } = useLocation();
  // A reloaded page keeps the state, which its prerendered HTML does not have.
  return useHydrated() ? readString(state, 'notice') : undefined;
}

/** The page from which a guard redirected the visitor here. */
function readWanted(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/dashboard';
  const { from } = state;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : '/dashboard';
}
