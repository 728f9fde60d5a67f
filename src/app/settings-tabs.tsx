import { SettingsPage, type SettingsTab } from '#features/company/screens/settings-page.tsx';
import { lazy } from '#web/loading/lazy.ts';
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

const size = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The tabs of the settings; each belongs to its feature. */
const tabs: readonly SettingsTab[] = [
  {
    id: 'general',
    icon: <IconBuilding {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/company/screens/general-tab.tsx')).GeneralTab,
    })),
  },
  {
    id: 'payments',
    icon: <IconCash {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/payments/screens/office/settings-tab.tsx')).SettingsTab,
    })),
  },
  {
    id: 'scheduling',
    icon: <IconWorld {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/company/screens/scheduling-tab.tsx')).SchedulingTab,
    })),
  },
  {
    id: 'request-form',
    icon: <IconForms {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/company/screens/request-form-tab.tsx')).RequestFormTab,
    })),
  },
  {
    id: 'agreements',
    icon: <IconFileText {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/agreements/screens/settings-tab.tsx')).SettingsTab,
    })),
  },
  {
    id: 'reports',
    icon: <IconReport {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/reports/screens/office/settings-tab.tsx')).SettingsTab,
    })),
  },
  {
    id: 'calendar',
    icon: <IconCalendar {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/calendar/screens/settings-tab.tsx')).SettingsTab,
    })),
  },
  {
    id: 'integrations',
    icon: <IconPlug {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/company/screens/integrations-tab.tsx')).IntegrationsTab,
    })),
  },
  {
    id: 'advanced',
    icon: <IconAdjustments {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/company/screens/advanced-tab.tsx')).AdvancedTab,
    })),
  },
  {
    id: 'email',
    icon: <IconMail {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/messages/screens/settings-tab.tsx')).SettingsTab,
    })),
  },
  {
    id: 'notifications',
    icon: <IconBell {...size} />,
    Tab: lazy(async () => ({
      default: (await import('#features/messages/screens/notifications-tab.tsx')).NotificationsTab,
    })),
  },
];

/** The company's settings with the tabs of all features. */
export function SettingsWithTabs() {
  return <SettingsPage tabs={tabs} />;
}
