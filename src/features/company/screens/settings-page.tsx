import { Select } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton, UnstyledLink } from '#web/link.tsx';
import { useNavigateTo } from '#web/navigation.tsx';
import { PageSlot } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import {
  IconAdjustments,
  IconBell,
  IconBuilding,
  IconCalendar,
  IconCash,
  IconFileText,
  IconForms,
  IconMail,
  IconPlug,
  IconReport,
  IconWorld,
} from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useUrlState } from '#web/use-url-state.ts';
import { type CompanySettingsAnswer, getSettings } from '../settings-contract.ts';
import classes from './settings.module.css';

type Tab = ComponentType<{ settings: CompanySettingsAnswer }>;
interface Entry {
  id: string;
  icon: ReactNode;
  Tab: Tab;
}

const size = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
const tabs: readonly Entry[] = [
  {
    id: 'general',
    icon: <IconBuilding {...size} />,
    Tab: lazy(async () => ({ default: (await import('./general-tab.tsx')).GeneralTab })),
  },
  {
    id: 'payments',
    icon: <IconCash {...size} />,
    Tab: lazy(async () => ({ default: (await import('./payments-tab.tsx')).PaymentsTab })),
  },
  {
    id: 'scheduling',
    icon: <IconWorld {...size} />,
    Tab: lazy(async () => ({ default: (await import('./scheduling-tab.tsx')).SchedulingTab })),
  },
  {
    id: 'request-form',
    icon: <IconForms {...size} />,
    Tab: lazy(async () => ({ default: (await import('./request-form-tab.tsx')).RequestFormTab })),
  },
  {
    id: 'agreements',
    icon: <IconFileText {...size} />,
    Tab: lazy(async () => ({ default: (await import('./agreements-tab.tsx')).AgreementsTab })),
  },
  {
    id: 'reports',
    icon: <IconReport {...size} />,
    Tab: lazy(async () => ({ default: (await import('./reports-tab.tsx')).ReportsTab })),
  },
  {
    id: 'calendar',
    icon: <IconCalendar {...size} />,
    Tab: lazy(async () => ({ default: (await import('./calendar-tab.tsx')).CalendarTab })),
  },
  {
    id: 'integrations',
    icon: <IconPlug {...size} />,
    Tab: lazy(async () => ({ default: (await import('./integrations-tab.tsx')).IntegrationsTab })),
  },
  {
    id: 'advanced',
    icon: <IconAdjustments {...size} />,
    Tab: lazy(async () => ({ default: (await import('./advanced-tab.tsx')).AdvancedTab })),
  },
  {
    id: 'email',
    icon: <IconMail {...size} />,
    Tab: lazy(async () => ({ default: (await import('./email-tab.tsx')).EmailTab })),
  },
  { id: 'notifications', icon: <IconBell {...size} />, Tab: RemindersTab },
];

/** Reminders belong to the messages feature, which depends on this one and fills the slot. */
function RemindersTab() {
  return <PageSlot name="settings.notifications" fallback={<CardSkeleton height={420} />} />;
}

/** The company's settings: a menu of eleven tabs with the selected one in the URL; each tab saves separately. */
export function SettingsPage() {
  const t = useTranslation('company');
  const go = useNavigateTo();
  const { subscriber_id } = useUser();
  const [{ tab }] = useUrlState({ tab: 'general' });
  const settings = useRead(getSettings, { subscriberId: subscriber_id });
  const shown = tabs.find((one) => one.id === tab) ?? tabs[0];
  const { data } = settings;
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={
          <LinkButton to="/company-profile" variant="default">
            {t('profile.title')}
          </LinkButton>
        }
      />
      <div className={classes.choose}>
        <Select
          mb="md"
          label={t('menu')}
          data={tabs.map(({ id }) => ({ value: id, label: t(`tab.${id}`) }))}
          value={shown?.id ?? null}
          onChange={(next) => next && go(placeOf(next))}
          allowDeselect={false}
        />
      </div>
      <div className={classes.page}>
        <nav className={classes.menu} aria-label={t('menu')}>
          {tabs.map(({ id, icon }) => (
            <UnstyledLink
              key={id}
              to={placeOf(id)}
              className={classes.item}
              {...(id === shown?.id ? { 'aria-current': 'page' as const } : {})}
            >
              {icon}
              {t(`tab.${id}`)}
            </UnstyledLink>
          ))}
        </nav>
        <div className={classes.content}>
          {data && shown ? (
            <Suspense fallback={<CardSkeleton height={420} />}>
              <shown.Tab key={shown.id} settings={data} />
            </Suspense>
          ) : settings.status === 'failed' ? (
            <ErrorState failure={settings.failure} onRetry={settings.retry} />
          ) : (
            <CardSkeleton height={420} />
          )}
        </div>
      </div>
    </>
  );
}

function placeOf(id: string): string {
  return id === 'general' ? '/settings' : `/settings?tab=${id}`;
}
