import { Button, Stack, TextInput } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { resendVerification } from '../contract.ts';

/** Asks for the address and resends the verification link. */
export function ResendVerificationForm() {
  const t = useTranslation('auth');
  const write = useWrite(resendVerification, { toast: t('resent') });
  const form = useRouteForm({ initialValues: { email: '' }, write });
  return (
    <Form of={form} label={t('resend')}>
      <Stack gap={12} mt={16}>
        <TextInput
          key={form.key('email')}
          {...form.getInputProps('email')}
          type="email"
          autoComplete="username"
          label={t('email')}
        />
        <Button type="submit" loading={form.pending}>
          {t('resend')}
        </Button>
      </Stack>
    </Form>
  );
}
