import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { UnstyledLink } from '../link.tsx';
import { usePageLocation } from '../navigation.tsx';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconBell,
  IconBuilding,
  IconCalendar,
  IconChartBar,
  IconClipboardList,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconMessages,
  IconPackage,
  IconReport,
  IconRosetteDiscount,
  IconSend,
  IconSettings,
  IconTemplate,
  IconUsers,
} from '../ui/layout/icons.ts';
import { moveItem, SortableList } from '../ui/table/sortable-list.tsx';
import classes from './shell.module.css';

export interface MenuEntry {
  id: string;
  path: string;
  children?: readonly MenuEntry[];
}

const icons: Record<string, typeof IconUsers> = {
  dashboard: IconLayoutDashboard,
  appointments: IconClipboardList,
  calendar: IconCalendar,
  templates: IconTemplate,
  people: IconUsers,
  communication: IconMessages,
  metrics: IconChartBar,
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
  onReorder?: ((ids: string[]) => void) | undefined;
  isCompact: boolean;
}

/** The entries of the sidebar, icons only when compact. Their order can be changed if it can be stored. */
export function SideMenu({ menu, onReorder, isCompact }: Props) {
  const t = useTranslation('web');
  const [isOrdering, setOrdering] = useState(false);
  const mayOrder = onReorder && !isCompact && menu.length > 1;
  return (
    <div className={`${classes.nav} ${isCompact ? classes.compact : ''}`}>
      {isOrdering && onReorder && !isCompact ? (
        <Ordering menu={menu} onReorder={onReorder} />
      ) : (
        <nav aria-label={t('mainNavigation')}>
          <Entries menu={menu} isCompact={isCompact} />
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
    </div>
  );
}

function Entries({ menu, isCompact }: { menu: readonly MenuEntry[]; isCompact: boolean }) {
  const t = useTranslation('web');
  const { path } = usePageLocation();
  return (
    <ul className={classes.list}>
      {menu.map((entry) => {
        const Icon = icons[entry.id];
        const isHere = path === entry.path || path.startsWith(`${entry.path}/`);
        const label = t(`nav.${entry.id}`);
        const link = (
          <UnstyledLink
            to={entry.path}
            className={classes.link}
            aria-current={isHere ? 'page' : undefined}
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
                <Entries menu={entry.children} isCompact={false} />
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
