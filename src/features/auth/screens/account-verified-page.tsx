import { useText } from '#web/i18n.ts';
import { LinkButton } from '#web/link.tsx';
import { IconAlertTriangle, IconCircleCheck } from '#web/ui/layout/icons.ts';
import { AuthHead, BackToLogin, useLoginPath } from './auth-parts.tsx';
import { ResendForm } from './resend-form.tsx';
import { RoundIcon } from './round-icon.tsx';

/** Where the link of the verification mail ends: verified, or not any more. */
export function AccountVerifiedPage({ passed }: { passed: string }) {
  const t = useText('auth');
  const login = useLoginPath();
  if (passed === 'true') {
    return (
      <>
        <AuthHead icon={<RoundIcon tone="ok" icon={IconCircleCheck} />} title={t('verifiedTitle')}>
          {t('verifiedHint')}
        </AuthHead>
        <LinkButton to={login} size="md">
          {t('signIn')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHead icon={<RoundIcon tone="warn" icon={IconAlertTriangle} />} title={t('notVerifiedTitle')}>
        {t('notVerifiedHint')}
      </AuthHead>
      <ResendForm />
      <div>
        <BackToLogin />
      </div>
    </>
  );
}
