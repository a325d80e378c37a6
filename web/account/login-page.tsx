import { useLocation, useNavigate } from 'react-router';

import type { LoginBody } from '#contract/auth.ts';
import { brand } from '#contract/brand.ts';

import { Refused } from '../lib/failure.ts';
import type { PageMeta } from '../lib/page.ts';
import { useSession } from '../lib/session.tsx';
import { useFirstTouch } from '../lib/use-first-touch.ts';
import { fieldSetter, useSchemaForm } from '../lib/use-schema-form.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { AccountFrame } from './account-frame.tsx';
import { useSignedOutOnly } from './use-signed-out-only.ts';

export const meta: PageMeta = {
  title: `Log in · ${brand.name}`,
  description: `Log in to ${brand.name} to see your plan, your phone number and your service number.`,
};

/** Of a failure without words of its own (spec, section 8). */
const LOGIN_FAILED = 'Failed to log in. Please try again.';
/** Comes while the form is being filled in. */
const loadLogin = () => import('./login.ts');
const loadSchema = async () => (await import('#contract/auth.ts')).LoginBody;

/** The way in for who has an account. */
export function Page() {
  const form = useSchemaForm<LoginBody>(loadSchema, { email: '', password: '' });
  const { errors } = form.formState;
  const { failure, isPending, submit } = useLogin(fieldSetter(form));

  return (
    <AccountFrame
      title="Log In"
      footer={
        <p>
          New to {brand.name}? <TextLink to="/signup">Create an account</TextLink>
        </p>
      }
    >
      <Form
        action="/login"
        state={form.formState}
        onSubmit={form.handleSubmit(submit)}
        failure={failure}
        isPending={isPending}
        actions={
          <Button type="submit" size="lg" isPending={isPending} className="w-full">
            {isPending ? 'Logging in…' : 'Log In'}
          </Button>
        }
      >
        <Field label="Email" error={errors.email?.message}>
          {(aria) => <input {...aria} type="email" autoComplete="email" {...form.register('email')} />}
        </Field>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          registration={form.register('password')}
        />
        <p>
          <TextLink to="/forgot-password">Forgot your password?</TextLink>
        </p>
      </Form>
    </AccountFrame>
  );
}

function useLogin(setField: (name: string, message: string) => boolean) {
  const { refresh } = useSession();
  const navigate = useNavigate();
  useSignedOutOnly(readWanted(useLocation().state));
  useFirstTouch(loadLogin);
  return useSubmit(
    async (body: LoginBody) => {
      const { login } = await loadLogin();
      const outcome = await login(body);
      if (outcome === 'needs-confirmation') await navigate('/verify');
      else if (!(await refresh())) throw new Refused({ title: '', message: LOGIN_FAILED });
    },
    { title: '', fallback: LOGIN_FAILED, setField },
  );
}

/** The page from which a guard sent the visitor here. */
function readWanted(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/dashboard';
  const { from } = state;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : '/dashboard';
}
