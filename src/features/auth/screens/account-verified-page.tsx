import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { IconAlertTriangle, IconCircleCheck } from '#web/ui/layout/icons.ts';
import { AuthHeading, BackToLogin, useLoginPath } from './auth-parts.tsx';
import { ResendVerificationForm } from './resend-verification-form.tsx';
import { RoundIcon } from './round-icon.tsx';

/** The result of verifying: verified, or the link is no longer valid. */
export function AccountVerifiedPage({ passed }: { passed: string }) {
  const t = useTranslation('auth');
  const login = useLoginPath();
  if (passed === 'true') {
    return (
      <>
        <AuthHeading icon={<RoundIcon tone="ok" icon={IconCircleCheck} />} title={t('verifiedTitle')}>
          {t('verifiedHint')}
        </AuthHeading>
        <LinkButton to={login} size="md">
          {t('signIn')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHeading icon={<RoundIcon tone="warn" icon={IconAlertTriangle} />} title={t('notVerifiedTitle')}>
        {t('notVerifiedHint')}
      </AuthHeading>
      <ResendVerificationForm />
      <div>
        <BackToLogin />
      </div>
    </>
  );
}
