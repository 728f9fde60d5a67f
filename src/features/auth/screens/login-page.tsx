import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client.ts';
import { useText } from '#web/i18n.ts';
import { AppLink } from '#web/link.tsx';
import { useGo, usePlace } from '#web/navigation.tsx';
import { pageAfterLogin, session } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form, useDataForm } from '#web/ui/inputs/form.tsx';
import { useUrl } from '#web/url.ts';
import { login } from '../contract.ts';
import { Aside, AuthHead, SecretInput } from './auth-parts.tsx';
import { ResendButton } from './resend-button.tsx';

/** Signs in; also under /auth/login-unprotected, where a session that exists is replaced. */
export function LoginPage() {
  const t = useText('auth');
  const go = useGo();
  const { path } = usePlace();
  const [{ email }] = useUrl({ email: '' });
  const write = useWrite(login, {
    errorToast: false,
    onDone: (data) => {
      void session.enter(data).then((state) => {
        if (state.status === 'must-reset') go('/force-reset-password', { replace: true });
        // On /auth/login the guard sends the person on as soon as the session has begun.
        else if (path.endsWith('-unprotected')) go(pageAfterLogin(), { replace: true });
      });
    },
  });
  const form = useDataForm({ initialValues: { email, password: '' }, write });
  const registerPath = path.endsWith('-unprotected') ? '/auth/register-unprotected' : '/auth/register';

  return (
    <>
      <AuthHead title={t('loginTitle')}>{t('loginHint')}</AuthHead>
      <Form of={form} label={t('signIn')}>
        <Stack gap={16}>
          <Refusal failure={write.failure} email={form.getValues().email} />
          <TextInput
            key={form.key('email')}
            {...form.getInputProps('email')}
            type="email"
            name="email"
            autoComplete="username"
            label={t('email')}
            autoFocus={email === ''}
          />
          <div>
            <SecretInput
              key={form.key('password')}
              {...form.getInputProps('password')}
              name="password"
              autoComplete="current-password"
              label={t('password')}
              autoFocus={email !== ''}
            />
            <Group justify="flex-end" mt={6}>
              <AppLink to="/auth/forgot-password" fz="sm">
                {t('forgot')}
              </AppLink>
            </Group>
          </div>
          <Button type="submit" size="md" loading={form.pending} fullWidth>
            {t('signIn')}
          </Button>
        </Stack>
      </Form>
      <Aside text={t('newHere')} link={t('createAccount')} to={registerPath} />
    </>
  );
}

function Refusal({ failure, email }: { failure: ApiFailure | null; email: string }) {
  const t = useText('auth');
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  if (failure.details?.code === 'unverified') {
    return (
      <Notice tone="warn" title={failure.message} isNews>
        <div>{t('unverifiedHint', { email })}</div>
        <ResendButton email={email} />
      </Notice>
    );
  }
  return (
    <Notice tone="bad" isNews>
      <FailureText failure={failure} />
    </Notice>
  );
}

function FailureText({ failure }: { failure: ApiFailure }) {
  const t = useText('web');
  return failure.status === 0 ? t('noConnection') : failure.message;
}
