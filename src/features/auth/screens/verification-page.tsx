import { Text } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { IconMailCheck } from '#web/ui/layout/icons.ts';
import { AuthHeading, BackToLogin } from './auth-parts.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { ResendVerificationButton } from './resend-verification-button.tsx';
import { ResendVerificationForm } from './resend-verification-form.tsx';
import { RoundIcon } from './round-icon.tsx';

/** The page after registration, and with a token the target of the link in the verification mail. */
export function VerificationPage() {
  const [{ token }] = useUrlState({ token: '' });
  return token ? <ConfirmEmail token={token} /> : <VerificationSent />;
}

function VerificationSent() {
  const t = useTranslation('auth');
  const [{ email }] = useUrlState({ email: '' });
  return (
    <>
      <AuthHeading icon={<RoundIcon tone="info" icon={IconMailCheck} />} title={t('verifyTitle')}>
        {email ? t('verifySent', { email }) : t('verifyHint')}
      </AuthHeading>
      <Text c="dimmed">{t('verifyNothing')}</Text>
      {email ? (
        <div>
          <ResendVerificationButton email={email} />
        </div>
      ) : (
        <ResendVerificationForm />
      )}
      <div>
        <BackToLogin />
      </div>
    </>
  );
}
