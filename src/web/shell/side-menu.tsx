import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { UnstyledLink } from '../navigation/link.tsx';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconBell,
  IconBuilding,
  IconCalendar,
  IconCash,
  IconChartBar,
  IconClipboardList,
  IconClock,
  IconFileText,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconMail,
  IconMessages,
  IconPackage,
  IconPlug,
  IconReport,
  IconRosetteDiscount,
  IconSend,
  IconSettings,
  IconTemplate,
  IconUserCircle,
  IconUsers,
} from '../ui/layout/icons.ts';
import { moveItem, SortableList } from '../ui/table/sortable-list.tsx';
import classes from './shell.module.css';

export interface MenuEntry {
  id: string;
  path: string;
  /** The tab of the page that the entry opens. */
  tab?: string;
  children?: readonly MenuEntry[];
}

/** Entries under a heading, the text `nav.<id>`. */
export interface MenuSection {
  id: string;
  items: readonly MenuEntry[];
}

/** The icon of each entry of the menu. */
export const menuIcons: Record<string, typeof IconUsers> = {
  dashboard: IconLayoutDashboard,
  appointments: IconClipboardList,
  calendar: IconCalendar,
  templates: IconTemplate,
  people: IconUsers,
  communication: IconMessages,
  metrics: IconChartBar,
  payments: IconCash,
  services: IconListDetails,
  'discount-codes': IconRosetteDiscount,
  availability: IconClock,
  agreements: IconFileText,
  automations: IconSend,
  integrations: IconPlug,
  settings: IconSettings,
  profile: IconUserCircle,
  'admin-dashboard': IconLayoutDashboard,
  'admin-subscribers': IconBuilding,
  'admin-plans': IconPackage,
  'admin-bundles': IconMessages,
  'admin-discounts': IconRosetteDiscount,
  'admin-payments': IconHistory,
  'admin-emails': IconMail,
  'admin-updates': IconBell,
  'admin-track': IconSend,
  'admin-reports': IconReport,
  'admin-settings': IconSettings,
};

interface Props {
  menu: readonly MenuEntry[];
  groups?: readonly MenuSection[] | undefined;
  current: string | null;
  onReorder?: ((ids: string[]) => void) | undefined;
  isCompact: boolean;
}

/** The entries of the sidebar, icons only when compact. Their order can be changed if it can be stored. */
export function SideMenu({ menu, groups = [], current, onReorder, isCompact }: Props) {
  const t = useTranslation('web');
  const [isOrdering, setOrdering] = useState(false);
  const mayOrder = onReorder && !isCompact && menu.length > 1;
  return (
    <div className={`${classes.nav} ${isCompact ? classes.compact : ''}`}>
      {isOrdering && onReorder && !isCompact ? (
        <Ordering menu={menu} onReorder={onReorder} />
      ) : (
        <nav aria-label={t('mainNavigation')}>
          <Entries menu={menu} current={current} isCompact={isCompact} />
        </nav>
      )}
      {mayOrder && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.orderButton}
          leftSection={<IconArrowsSort size={14} aria-hidden />}
          onClick={() => setOrdering(!isOrdering)}
        >
          {t(isOrdering ? 'doneOrder' : 'editOrder')}
        </Button>
      )}
      {groups.map((group) => (
        <nav key={group.id} aria-label={t(`nav.${group.id}`)} className={classes.section}>
          {!isCompact && (
            <div className={classes.heading} aria-hidden>
              {t(`nav.${group.id}`)}
            </div>
          )}
          <Entries menu={group.items} current={current} isCompact={isCompact} />
        </nav>
      ))}
    </div>
  );
}

interface EntriesProps {
  menu: readonly MenuEntry[];
  current: string | null;
  isCompact: boolean;
}

function Entries({ menu, current, isCompact }: EntriesProps) {
  const t = useTranslation('web');
  return (
    <ul className={classes.list}>
      {menu.map((entry) => {
        const Icon = menuIcons[entry.id];
        const label = t(`nav.${entry.id}`);
        const link = (
          <UnstyledLink
            to={entry.tab ? `${entry.path}?tab=${entry.tab}` : entry.path}
            className={classes.link}
            aria-current={entry.id === current ? 'page' : undefined}
            aria-label={isCompact ? label : undefined}
          >
            {Icon && <Icon size={20} stroke={1.7} aria-hidden />}
            {!isCompact && <span>{label}</span>}
          </UnstyledLink>
        );
        return (
          <li key={entry.id}>
            {isCompact ? (
              <Tooltip label={label} position="right">
                <span style={{ display: 'flex' }}>{link}</span>
              </Tooltip>
            ) : (
              link
            )}
            {entry.children && !isCompact && (
              <div className={classes.nested}>
                <Entries menu={entry.children} current={current} isCompact={false} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

// Dragging is fast, the buttons are accessible to everyone.
function Ordering({ menu, onReorder }: { menu: readonly MenuEntry[]; onReorder: (ids: string[]) => void }) {
  const t = useTranslation('web');
  const [announcement, setAnnouncement] = useState('');
  const ids = menu.map((entry) => entry.id);
  const nameOf = (id: string) => t(`nav.${id}`);

  function step(id: string, by: -1 | 1) {
    const next = moveItem(ids, id, by);
    onReorder(next);
    setAnnouncement(
      t('reorder.moved', { name: nameOf(id), place: next.indexOf(id) + 1, count: next.length }),
    );
  }

  return (
    <>
      <SortableList
        label={t('mainNavigation')}
        ids={ids}
        nameOf={nameOf}
        onOrder={onReorder}
        className={classes.list}
        rowClass={classes.row}
      >
        {(id, grip, i) => (
          <>
            {grip}
            <span className={classes.orderName}>{nameOf(id)}</span>
            <StepButton
              label={t('moveUp', { name: nameOf(id) })}
              isLast={i === 0}
              icon={<IconArrowUp size={16} aria-hidden />}
              onClick={() => step(id, -1)}
            />
            <StepButton
              label={t('moveDown', { name: nameOf(id) })}
              isLast={i === ids.length - 1}
              icon={<IconArrowDown size={16} aria-hidden />}
              onClick={() => step(id, 1)}
            />
          </>
        )}
      </SortableList>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

function StepButton(props: { label: string; isLast: boolean; icon: ReactNode; onClick: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      disabled={props.isLast}
      aria-label={props.label}
      onClick={props.onClick}
    >
      {props.icon}
    </ActionIcon>
  );
}
