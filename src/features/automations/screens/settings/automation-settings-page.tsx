import { useTranslation } from '#web/i18n.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { JobLog } from '../jobs/job-log.tsx';
import { QuietActionsCard } from '../jobs/quiet-actions-card.tsx';
import { WebhooksSection } from '../webhooks/webhooks-section.tsx';
import { DefaultGroupsCard } from './default-groups-card.tsx';
import { MasterSwitchCard } from './master-switch-card.tsx';
import classes from './settings.module.css';

/** The settings of automations: the master switch, the groups of new appointments, what ran and what never does. */
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
        <QuietActionsCard />
        <JobLog />
        <WebhooksSection />
      </div>
    </>
  );
}
