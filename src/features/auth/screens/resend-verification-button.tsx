import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { resendVerification } from '../contract.ts';

/** Sends the verification link again; says the same whether or not the account is known. */
export function ResendVerificationButton({
  email,
  variant = 'default',
}: {
  email: string;
  variant?: 'default' | 'filled';
}) {
  const t = useTranslation('auth');
  const write = useWrite(resendVerification, { toast: t('resent') });
  return (
    <Button
      variant={variant}
      mt={8}
      loading={write.pending}
      disabled={!email}
      onClick={() => void write.send({ email })}
    >
      {t('resend')}
    </Button>
  );
}
