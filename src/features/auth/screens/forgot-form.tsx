import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Form, useDataForm } from '#web/ui/inputs/form.tsx';
import { IconMailCheck } from '#web/ui/layout/icons.ts';
import { forgotPassword } from '../contract.ts';
import { AuthHead, BackToLogin } from './auth-parts.tsx';
import { RoundIcon } from './round-icon.tsx';

/** Asks for an address and mails the link; afterwards says the same for known and unknown ones. */
export function ForgotForm({ title, hint }: { title: string; hint: string }) {
  const t = useText('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const write = useWrite(forgotPassword, { onDone: (_, input) => setSentTo(input.email) });
  const form = useDataForm({ initialValues: { email: '' }, write });
  if (sentTo) {
    return (
      <div role="status">
        <AuthHead icon={<RoundIcon tone="info" icon={IconMailCheck} />} title={t('forgotSentTitle')}>
          {t('forgotSentHint', { email: sentTo })}
        </AuthHead>
        <BackToLogin />
      </div>
    );
  }
  return (
    <>
      <AuthHead title={title}>{hint}</AuthHead>
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
