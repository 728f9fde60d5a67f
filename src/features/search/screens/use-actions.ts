import { allows, type Capability } from '#domain/people/permissions.ts';
import { settingsTabPath, shownSettingsTabs } from '#features/company/screens/kit/settings-tab-ids.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useTranslation } from '#web/i18n.ts';
import { showSearchOverlay } from '#web/navigation/search-state.ts';
import type { SearchablePage } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { menuIcons } from '#web/shell/side-menu.tsx';
import { IconFileText, IconInfoCircle, IconPlus, IconUpload } from '#web/ui/layout/icons.ts';
import type { Item } from './items.ts';

const creations: readonly [id: string, tab: string, needs: Capability][] = [
  ['newClient', 'clients', 'manage_contacts'],
  ['newAgent', 'agents', 'manage_contacts'],
  ['newContractor', 'contractors', 'manage_contacts'],
  ['newTechnician', 'technicians', 'manage_team'],
  ['newStaff', 'staffs', 'manage_team'],
];

/** Returns what the user may start from anywhere. */
export function useActions(): Item[] {
  const t = useTranslation('search');
  const actor = useActor();
  const maySchedule = useCanSchedule();
  const action = (id: string, rest: Pick<Item, 'to' | 'run'>, Icon = IconPlus): Item => ({
    id: `action:${id}`,
    group: 'actions',
    Icon,
    title: t(`actions.${id}`),
    detail: '',
    ...rest,
  });
  return [
    ...(maySchedule ? [action('newAppointment', { run: () => openNewAppointment() })] : []),
    ...creations
      .filter(([, , needs]) => allows(actor, needs))
      .map(([id, tab]) => action(id, { to: `/people?tab=${tab}&add=1` })),
    ...(allows(actor, 'export_people') ? [action('importPeople', { to: '/people/import' }, IconUpload)] : []),
    action('shortcuts', { run: () => showSearchOverlay('shortcuts') }, IconInfoCircle),
  ];
}

/** Returns the pages of the menus as entries, and with the settings each of its further tabs. */
export function usePageItems(pages: readonly SearchablePage[]): Item[] {
  const t = useTranslation('company');
  const settings = pages.find(({ to }) => to === '/settings');
  const tabs = settings
    ? shownSettingsTabs.slice(1).map((id) => ({
        id: settings.id,
        label: `${settings.label}: ${t(`tab.${id}`)}`,
        to: settingsTabPath(id),
      }))
    : [];
  return [...pages, ...tabs].map(({ id, label, to }) => ({
    id: `page:${to}`,
    group: 'pages',
    Icon: menuIcons[id] ?? IconFileText,
    title: label,
    detail: '',
    to,
  }));
}
