import { useTranslation } from '#web/i18n.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { ChangePasswordPanel } from './change-password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** The password and session cards; fills the page slot on the user's profile. */
export function SecurityCards() {
  const t = useTranslation('auth');
  return (
    <>
      <Card title={t('changePassword')}>
        <ChangePasswordPanel />
      </Card>
      <Card title={t('sessionsTitle')}>
        <SessionsPanel />
      </Card>
    </>
  );
}
