import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { toast } from '#web/toast.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { resetPassword } from '../contract.ts';
import { AuthHeading, BackToLogin, NewPasswordInput, SecretInput, useLoginPath } from './auth-parts.tsx';

/** Sets a new password with the mailed code; invited members choose their first one. */
export function ResetPasswordPage({ code }: { code: string }) {
  const t = useTranslation('auth');
  const go = useNavigateTo();
  const login = useLoginPath();
  const [{ email, invited }] = useUrlState({ email: '', invited: '' });
  const isInvited = invited === 'true';
  const [refused, setRefused] = useState<string | null>(null);
  const write = useWrite(resetPassword, {
    onDone: () => {
      toast(t(isInvited ? 'inviteAccepted' : 'passwordSet'), { kind: 'success' });
      go(login, { replace: true });
    },
    onFail: (failure) => {
      const isCode = failure.type === 'GONE' || 'code' in failure.fields;
      setRefused(isCode ? failure.message : null);
      return isCode;
    },
  });
  const form = useRouteForm({
    initialValues: { email, password: '', repeat: '' },
    write,
    check: ({ password, repeat }): Record<string, string> =>
      password === repeat ? {} : { repeat: t('passwordsDiffer') },
    toInput: (values) => ({ email: values.email, password: values.password, code }),
  });
  return (
    <>
      <AuthHeading title={t(isInvited ? 'inviteTitle' : 'resetTitle')}>
        {t(isInvited ? 'inviteHint' : 'resetHint')}
      </AuthHeading>
      <Form of={form} label={t('resetTitle')}>
        <Stack gap={16}>
          {refused && (
            <Notice tone="bad" title={refused} isNews>
              {isInvited ? (
                t('inviteGone')
              ) : (
                <AppLink to="/auth/forgot-password" inherit underline="always" c="inherit">
                  {t('requestNew')}
                </AppLink>
              )}
            </Notice>
          )}
          <TextInput
            key={form.key('email')}
            {...form.getInputProps('email')}
            type="email"
            autoComplete="username"
            label={t('email')}
          />
          <NewPasswordFields form={form} ownNames={() => [form.getValues().email]} />
          <Button type="submit" size="md" loading={form.pending}>
            {t('setPassword')}
          </Button>
        </Stack>
      </Form>
      <div>
        <BackToLogin />
      </div>
    </>
  );
}

interface PasswordForm {
  key: (name: 'password' | 'repeat') => string;
  getInputProps: (name: 'password' | 'repeat') => object;
}

/** The new password and its confirmation. */
export function NewPasswordFields({ form, ownNames }: { form: PasswordForm; ownNames: () => string[] }) {
  const t = useTranslation('auth');
  return (
    <>
      <NewPasswordInput
        key={form.key('password')}
        {...form.getInputProps('password')}
        label={t('newPassword')}
        ownNames={ownNames}
      />
      <SecretInput
        key={form.key('repeat')}
        {...form.getInputProps('repeat')}
        autoComplete="new-password"
        label={t('repeatPassword')}
      />
    </>
  );
}
