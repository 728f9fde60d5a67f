import { Text } from '@mantine/core';
import { useText } from '#web/i18n.ts';
import { IconMailCheck } from '#web/ui/layout/icons.ts';
import { useUrl } from '#web/url.ts';
import { AuthHead, BackToLogin } from './auth-parts.tsx';
import { ResendButton } from './resend-button.tsx';
import { ResendForm } from './resend-form.tsx';
import { RoundIcon } from './round-icon.tsx';

/** After the registration: the mail is on its way, and can be sent again. */
export function VerifyPage() {
  const t = useText('auth');
  const [{ email }] = useUrl({ email: '' });
  return (
    <>
      <AuthHead icon={<RoundIcon tone="info" icon={IconMailCheck} />} title={t('verifyTitle')}>
        {email ? t('verifySent', { email }) : t('verifyHint')}
      </AuthHead>
      <Text c="dimmed">{t('verifyNothing')}</Text>
      {email ? (
        <div>
          <ResendButton email={email} />
        </div>
      ) : (
        <ResendForm />
      )}
      <div>
        <BackToLogin />
      </div>
    </>
  );
}
