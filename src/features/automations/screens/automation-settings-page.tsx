import { useTranslation } from '#web/i18n.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

/** Settings of automations. */
export function AutomationSettingsPage() {
  const t = useTranslation('automations');
  return (
    <>
      <PageHeader title={t('settings.title')} purpose={t('settings.purpose')} />
      <WebhooksSection />
    </>
  );
}
