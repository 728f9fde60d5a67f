import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { resendVerification } from '../contract.ts';

/** Resends the verification link; the confirmation is the same for known and unknown accounts. */
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
