import { Drawer } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { isPlatformAdmin } from '#domain/people/permissions.ts';
import {
  closeAppointmentDialog,
  onAppointmentDialogOpen,
  useAppointmentDialog,
} from '../appointment-dialog-state.ts';
import { useTranslation } from '../i18n.ts';
import { lazy } from '../loading/lazy.ts';
import { PageSlot, type SearchablePage } from '../page-slots.tsx';
import { useActor } from '../session.ts';
import { changePreferences, usePreferences } from '../theme/preferences.ts';
import { toast } from '../toast.ts';
import { PageSkeleton } from '../ui/feedback/states.tsx';
import { GableWordmark } from '../ui/layout/gable-logo.tsx';
import { useIsPhone } from '../ui/layout/use-is-phone.ts';
import { useCanSchedule } from './can-schedule.ts';
import { SearchOverlays } from './search-overlays.tsx';
import classes from './shell.module.css';
import { type MenuEntry, type MenuSection, SideMenu } from './side-menu.tsx';
import { type ProfileEntry, TopBar } from './top-bar.tsx';

// Only phones load it.
const BottomBar = lazy(async () => ({ default: (await import('./bottom-bar.tsx')).BottomBar }));

export interface ShellProps {
  /** Entries of the sidebar, ordered and filtered by permission. */
  menu: readonly MenuEntry[];
  /** Entries under headings, below the ones that can be ordered. */
  groups?: readonly MenuSection[];
  /** The entry that the page belongs to. */
  current: string | null;
  /** Called with the new order of the visible entries; absent if the order cannot be changed. */
  onReorder?: (ids: string[]) => void;
  /** Entries of the profile menu whose features are available. */
  profile: readonly ProfileEntry[];
  onLogout: () => Promise<void>;
  onLanguage?: (lang: string) => void;
  /** The current path; the drawer closes when it changes. */
  path: string;
  children: ReactNode;
}

type Sidebar = 'full' | 'compact';

/** The width of the sidebar: as the user prefers; in the report editor, which has its own list at the side, compact at first. */
function useSidebar(isReportEditor: boolean): [Sidebar, (to: Sidebar) => void] {
  const { sidebar } = usePreferences();
  const [inEditor, setInEditor] = useState<Sidebar>('compact');
  return isReportEditor ? [inEditor, setInEditor] : [sidebar, (to) => changePreferences({ sidebar: to })];
}

/** The signed-in layout: top bar, sidebar (230, 80, or a drawer on small screens) and the page. */
export function Shell(props: ShellProps) {
  const t = useTranslation('web');
  const isPhone = useIsPhone();
  const actor = useActor();
  const [drawer, setDrawer] = useState(false);
  const isReportEditor = props.path.startsWith('/edit-report/');
  const [sidebar, setSidebar] = useSidebar(isReportEditor);
  const isCompact = sidebar === 'compact' && !isPhone;
  // The report editor has its own bar at the bottom, and the administrator no pages of the day.
  const hasBottomBar = isPhone && !isPlatformAdmin(actor) && !isReportEditor;
  const menu = { menu: props.menu, groups: props.groups, current: props.current, onReorder: props.onReorder };

  useEffect(() => setDrawer(false), [props.path]);

  const toggle = () => {
    if (isPhone) setDrawer((open) => !open);
    else setSidebar(isCompact ? 'full' : 'compact');
  };

  return (
    <div
      className={classes.shell}
      data-compact={isCompact || undefined}
      data-bottom={hasBottomBar || undefined}
    >
      <a href="#content" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <TopBar {...props} isCompact={isCompact} drawerOpen={drawer} onToggle={toggle} />
      {!isPhone && (
        <aside className={classes.sidebar} data-sidebar="">
          <SideMenu {...menu} isCompact={isCompact} />
        </aside>
      )}
      {isPhone && (
        <Drawer
          opened={drawer}
          onClose={() => setDrawer(false)}
          size={280}
          padding={0}
          title={<GableWordmark />}
          classNames={{ header: classes.drawerHeader ?? '' }}
        >
          <SideMenu {...menu} isCompact={false} />
        </Drawer>
      )}
      <main id="content" tabIndex={-1} className={classes.main}>
        <PageSlot name="shell.on-device" broken={renderNothing} />
        <Suspense fallback={<PageSkeleton />}>{props.children}</Suspense>
      </main>
      {hasBottomBar && (
        <Suspense>
          <BottomBar current={props.current} isMenuOpen={drawer} onMenu={toggle} />
        </Suspense>
      )}
      <NewAppointment />
      <SearchOverlays pages={usePages(props)} />
    </div>
  );
}

/** The pages of the menus, for the search. */
function usePages({ menu, groups = [], profile }: ShellProps): SearchablePage[] {
  const t = useTranslation('web');
  const entries = [...menu, ...groups.flatMap((group) => group.items)].map(({ id, path, tab }) => ({
    id,
    label: t(`nav.${id}`),
    to: tab ? `${path}?tab=${tab}` : path,
  }));
  const own = profile.map(({ id, to }) => ({ id, label: t(id), to }));
  return [...entries, ...own.filter((one) => !entries.some((entry) => entry.to === one.to))];
}

// Its code could not be loaded, for example offline; the next start tries again.
const renderNothing = () => null;

// Mounted when first opened, so that the shell does not wait for the dialog's code.
function NewAppointment() {
  const { opened, prefill, editing } = useAppointmentDialog();
  const [wasOpened, setOpened] = useState(false);
  const may = useCanSchedule();
  if (opened && !wasOpened) setOpened(true);
  // A user who may edit an appointment need not be allowed to create one; the appointment itself has the permission.
  if (!(may || editing) || !wasOpened) return null;
  return (
    <PageSlot
      name="shell.new-appointment"
      opened={opened}
      prefill={prefill}
      editing={editing}
      onClose={closeAppointmentDialog}
      broken={(again) => <Broken again={again} />}
    />
  );
}

// A dialog that throws closes with a notice; opening it again starts fresh.
function Broken({ again }: { again: () => void }) {
  const t = useTranslation('web');
  useEffect(() => {
    toast(t('somethingWrong'), { kind: 'error' });
    closeAppointmentDialog();
    return onAppointmentDialogOpen(again);
  }, [t, again]);
  return null;
}
