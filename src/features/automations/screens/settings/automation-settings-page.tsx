import { Suspense } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { QuietActionsCard } from '../jobs/quiet-actions-card.tsx';
import { DefaultGroupsCard } from './default-groups-card.tsx';
import { MasterSwitchCard } from './master-switch-card.tsx';
import { SendingHoursCard } from './sending-hours-card.tsx';
import classes from './settings.module.css';

// Its filters are heavier than the rest of the page.
const JobLog = lazy(async () => ({ default: (await import('../jobs/job-log.tsx')).JobLog }));
// The last on the page.
const WebhooksSection = lazy(async () => ({
  default: (await import('../webhooks/webhooks-section.tsx')).WebhooksSection,
}));

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
        <SendingHoursCard />
        <DefaultGroupsCard />
        <QuietActionsCard />
        <Suspense fallback={<LinesSkeleton lines={6} />}>
          <JobLog />
        </Suspense>
        <Suspense fallback={<LinesSkeleton lines={4} />}>
          <WebhooksSection />
        </Suspense>
      </div>
    </>
  );
}
