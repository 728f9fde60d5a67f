import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { session, useSession } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { changePassword } from '../contract.ts';
import { AuthHeading } from './auth-parts.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { NewPasswordFields } from './reset-password-page.tsx';

/** Sets a new password after a login that is valid only for that; without such a login it offers to mail a link. */
export function ForceResetPage() {
  const t = useTranslation('auth');
  const { status } = useSession();
  const [isOver, setOver] = useState(false);
  if (status === 'must-reset') return <OwnPassword onOver={() => setOver(true)} />;
  return (
    <Stack gap={20}>
      {isOver && (
        <Notice tone="warn" isNews>
          {t('forceOver')}
        </Notice>
      )}
      <div>
        <ForgotPasswordForm title={t('requestTitle')} hint={t('requestHint')} />
      </div>
    </Stack>
  );
}

function OwnPassword({ onOver }: { onOver: () => void }) {
  const t = useTranslation('auth');
  const go = useNavigateTo();
  const write = useWrite(changePassword, {
    onDone: () => {
      session.forget();
      toast(t('passwordSet'), { kind: 'success' });
      go('/auth/login', { replace: true });
    },
    onFail: (failure) => {
      // The token expires after 15 minutes; after that the user needs a link.
      if (failure.type === 'UNAUTHENTICATED') {
        onOver();
        session.forget();
      }
      return false;
    },
  });
  const form = useRouteForm({
    initialValues: { password: '', repeat: '' },
    write,
    check: ({ password, repeat }): Record<string, string> =>
      password === repeat ? {} : { repeat: t('passwordsDiffer') },
    alias: { new_password: 'password' },
    toInput: (values) => ({ new_password: values.password }),
  });
  return (
    <>
      <AuthHeading title={t('forceTitle')}>{t('forceHint')}</AuthHeading>
      <Form of={form} label={t('forceTitle')}>
        <Stack gap={16}>
          <NewPasswordFields form={form} ownNames={() => []} />
          <Button type="submit" size="md" loading={form.pending}>
            {t('setPassword')}
          </Button>
        </Stack>
      </Form>
    </>
  );
}
