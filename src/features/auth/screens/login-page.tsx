import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { returnPathAfterLogin } from '#web/client/stored-session.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useNavigateTo, usePageLocation } from '#web/navigation/navigation.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { PageSlot } from '#web/page-slots.tsx';
import { session } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { login } from '../contract.ts';
import { AuthFooterLink, AuthHeading, SecretInput } from './auth-parts.tsx';
import { ResendVerificationButton } from './resend-verification-button.tsx';

/** Signs in; also under /auth/login-unprotected, which replaces an existing session. */
export function LoginPage() {
  const t = useTranslation('auth');
  const go = useNavigateTo();
  const { path } = usePageLocation();
  const [{ email }] = useUrlState({ email: '' });
  const write = useWrite(login, {
    errorToast: false,
    onDone: (data) => {
      void session.enter(data).then((state) => {
        if (state.status === 'must-reset') go('/force-reset-password', { replace: true });
        // On /auth/login the route guard redirects as soon as the session exists.
        else if (path.endsWith('-unprotected')) go(returnPathAfterLogin(), { replace: true });
      });
    },
  });
  const form = useRouteForm({ initialValues: { email, password: '' }, write });
  const registerPath = path.endsWith('-unprotected') ? '/auth/register-unprotected' : '/auth/register';

  return (
    <>
      <AuthHeading title={t('loginTitle')}>{t('loginHint')}</AuthHeading>
      <PageSlot name="login.on-device" broken={renderNothing} />
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
      <AuthFooterLink text={t('newHere')} link={t('createAccount')} to={registerPath} />
    </>
  );
}

// Its code could not be loaded.
const renderNothing = () => null;

function Refusal({ failure, email }: { failure: ApiFailure | null; email: string }) {
  const t = useTranslation('auth');
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  if (failure.details?.code === 'unverified') {
    return (
      <Notice tone="warn" title={failure.message} isNews>
        <div>{t('unverifiedHint', { email })}</div>
        <ResendVerificationButton email={email} />
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
  const t = useTranslation('web');
  return failure.status === 0 ? t('noConnection') : failure.message;
}
