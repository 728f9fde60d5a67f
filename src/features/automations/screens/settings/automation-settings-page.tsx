import { useTranslation } from '#web/i18n.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { WebhooksSection } from '../webhooks/webhooks-section.tsx';
import { DefaultGroupsCard } from './default-groups-card.tsx';
import { MasterSwitchCard } from './master-switch-card.tsx';
import classes from './settings.module.css';

/** The settings of automations: the master switch and the groups of new appointments. */
export function AutomationSettingsPage() {
  const t = useTranslation('automations');
  return (
    <>
      <PageHeader
        title={t('set.title')}
        purpose={t('set.purpose')}
        breadcrumbs={[{ label: t('set.back'), to: '/actions' }]}
      />
      <div className={classes.cards}>
        <MasterSwitchCard />
        <DefaultGroupsCard />
        <WebhooksSection />
      </div>
    </>
  );
}
