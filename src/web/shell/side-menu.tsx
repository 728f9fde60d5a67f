import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useText } from '../i18n.ts';
import { BareLink } from '../link.tsx';
import { usePlace } from '../navigation.tsx';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconBell,
  IconBuilding,
  IconCalendar,
  IconChartBar,
  IconClipboardList,
  IconGripVertical,
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
} from '../ui/icons.ts';
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

/** The entries of the sidebar, icons only when compact; their order can be changed where somebody keeps it. */
export function SideMenu({ menu, onReorder, isCompact }: Props) {
  const t = useText('web');
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
  const t = useText('web');
  const { path } = usePlace();
  return (
    <ul className={classes.list}>
      {menu.map((entry) => {
        const Icon = icons[entry.id];
        const isHere = path === entry.path || path.startsWith(`${entry.path}/`);
        const label = t(`nav.${entry.id}`);
        const link = (
          <BareLink
            to={entry.path}
            className={classes.link}
            aria-current={isHere ? 'page' : undefined}
            aria-label={isCompact ? label : undefined}
          >
            {Icon && <Icon size={20} stroke={1.7} aria-hidden />}
            {!isCompact && <span>{label}</span>}
          </BareLink>
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

// Dragging is the quick way, the buttons the way that works for everybody.
function Ordering({ menu, onReorder }: { menu: readonly MenuEntry[]; onReorder: (ids: string[]) => void }) {
  const t = useText('web');
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const ids = menu.map((entry) => entry.id);

  function move(id: string, to: number) {
    const rest = ids.filter((one) => one !== id);
    rest.splice(Math.max(0, Math.min(to, rest.length)), 0, id);
    onReorder(rest);
  }

  function drop(event: DragEvent, target: string) {
    event.preventDefault();
    if (dragged && dragged !== target) move(dragged, ids.indexOf(target));
    setDragged(null);
    setOver(null);
  }

  return (
    <ol className={classes.list}>
      {menu.map((entry, i) => {
        const name = t(`nav.${entry.id}`);
        return (
          <li
            key={entry.id}
            className={classes.row}
            draggable
            data-dragged={dragged === entry.id || undefined}
            data-over={(over === entry.id && dragged !== entry.id) || undefined}
            onDragStart={() => setDragged(entry.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(entry.id);
            }}
            onDrop={(event) => drop(event, entry.id)}
          >
            <span className={classes.grip} aria-hidden>
              <IconGripVertical size={16} />
            </span>
            <span className={classes.orderName}>{name}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={i === 0}
              aria-label={t('moveUp', { name })}
              onClick={() => move(entry.id, i - 1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={i === menu.length - 1}
              aria-label={t('moveDown', { name })}
              onClick={() => move(entry.id, i + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ol>
  );
}
