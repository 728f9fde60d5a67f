import { Button, Stack, Text } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { changePassword } from '../contract.ts';
import { SecretInput } from './auth-parts.tsx';
import { NewPasswordFields } from './reset-password-page.tsx';

/** Changes the user's own password; part of a card on /my-profile. */
export function ChangePasswordPanel() {
  const t = useTranslation('auth');
  const { email, first_name, last_name, company_name } = useUser();
  const write = useWrite(changePassword, { toast: t('passwordChanged'), onDone: () => form.reset() });
  const form = useRouteForm({
    initialValues: { current_password: '', password: '', repeat: '' },
    write,
    check: ({ password, repeat }): Record<string, string> =>
      password === repeat ? {} : { repeat: t('passwordsDiffer') },
    alias: { new_password: 'password' },
    toInput: (values) => ({ current_password: values.current_password, new_password: values.password }),
  });
  return (
    <Form of={form} label={t('changePassword')}>
      <Stack gap={14} maw={420}>
        <Text c="dimmed" fz="sm">
          {t('changePasswordHint')}
        </Text>
        <SecretInput
          key={form.key('current_password')}
          {...form.getInputProps('current_password')}
          autoComplete="current-password"
          label={t('currentPassword')}
        />
        <NewPasswordFields form={form} ownNames={() => [email, first_name, last_name, company_name]} />
        <Button type="submit" loading={form.pending} style={{ alignSelf: 'flex-start' }}>
          {t('changePassword')}
        </Button>
      </Stack>
    </Form>
  );
}
