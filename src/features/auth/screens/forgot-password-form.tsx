import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { IconMailCheck } from '#web/ui/layout/icons.ts';
import { forgotPassword } from '../contract.ts';
import { AuthHeading, BackToLogin } from './auth-parts.tsx';
import { RoundIcon } from './round-icon.tsx';

/** Asks for an address and mails the link; the confirmation is the same for known and unknown addresses. */
export function ForgotPasswordForm({ title, hint }: { title: string; hint: string }) {
  const t = useTranslation('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const write = useWrite(forgotPassword, { onDone: (_, input) => setSentTo(input.email) });
  const form = useRouteForm({ initialValues: { email: '' }, write });
  if (sentTo) {
    return (
      <div role="status">
        <AuthHeading icon={<RoundIcon tone="info" icon={IconMailCheck} />} title={t('forgotSentTitle')}>
          {t('forgotSentHint', { email: sentTo })}
        </AuthHeading>
        <BackToLogin />
      </div>
    );
  }
  return (
    <>
      <AuthHeading title={title}>{hint}</AuthHeading>
      <Form of={form} label={title}>
        <Stack gap={16}>
          <TextInput
            key={form.key('email')}
            {...form.getInputProps('email')}
            type="email"
            autoComplete="username"
            label={t('email')}
            autoFocus
          />
          <Button type="submit" size="md" loading={form.pending}>
            {t('sendLink')}
          </Button>
        </Stack>
      </Form>
      <div>
        <BackToLogin />
      </div>
    </>
  );
}
