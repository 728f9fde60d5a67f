import { Button, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { confirmIdentity } from '../contract.ts';
import { SecretInput } from './auth-parts.tsx';

/** Asks for the password, because the server refuses a call without it. */
export function IdentityDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const t = useTranslation('auth');
  const formId = useId();
  const { email } = useUser();
  const write = useWrite(confirmIdentity, { onDone: () => onAnswer(true) });
  const form = useRouteForm({ initialValues: { password: '' }, write });
  return (
    <GuardedDialog
      opened
      // A password is typed again sooner than a question about it is answered.
      isDirty={false}
      onClose={() => onAnswer(false)}
      title={t('identity.title')}
      width={420}
      locked={form.pending}
      footer={
        <>
          <CancelButton disabled={form.pending} />
          <Button type="submit" form={formId} loading={form.pending}>
            {t('identity.confirm')}
          </Button>
        </>
      }
    >
      <Form of={form} id={formId} label={t('identity.title')}>
        <Stack gap={16}>
          <Text c="dimmed">{t('identity.hint')}</Text>
          {/* Password managers choose by it. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <SecretInput
            key={form.key('password')}
            {...form.getInputProps('password')}
            label={t('password')}
            autoComplete="current-password"
            data-autofocus
          />
        </Stack>
      </Form>
    </GuardedDialog>
  );
}
