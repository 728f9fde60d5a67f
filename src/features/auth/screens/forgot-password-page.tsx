import { useText } from '#web/i18n.ts';
import { ForgotForm } from './forgot-form.tsx';

/** Mails a link to set a new password. */
export function ForgotPasswordPage() {
  const t = useText('auth');
  return <ForgotForm title={t('forgotTitle')} hint={t('forgotHint')} />;
}
