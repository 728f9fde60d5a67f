import { useTranslation } from '#web/i18n.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';

/** Mails a link to set a new password. */
export function ForgotPasswordPage() {
  const t = useTranslation('auth');
  return <ForgotPasswordForm title={t('forgotTitle')} hint={t('forgotHint')} />;
}
