import { openNewAppointment } from '../appointment-dialog-state.ts';
import { useTranslation } from '../i18n.ts';
import { UnstyledLink } from '../navigation/link.tsx';
import {
  IconCalendar,
  IconClipboardList,
  IconDots,
  IconLayoutDashboard,
  IconPlus,
} from '../ui/layout/icons.ts';
import classes from './bottom-bar.module.css';
import { useCanSchedule } from './can-schedule.ts';

interface Props {
  /** The entry of the sidebar that the page belongs to. */
  current: string | null;
  isMenuOpen: boolean;
  onMenu: () => void;
}

const size = { size: 22, stroke: 1.7, 'aria-hidden': true } as const;

/** The main pages of the day within reach of the thumb, on phones. Everything else is in the drawer behind More. */
export function BottomBar({ current, isMenuOpen, onMenu }: Props) {
  const t = useTranslation('web');
  const maySchedule = useCanSchedule();
  const link = (id: string, path: string, Icon: typeof IconDots) => (
    <UnstyledLink to={path} className={classes.item} aria-current={current === id ? 'page' : undefined}>
      <Icon {...size} />
      {t(`nav.${id}`)}
    </UnstyledLink>
  );
  return (
    <nav className={classes.bar} aria-label={t('quickNavigation')}>
      {link('dashboard', '/dashboard', IconLayoutDashboard)}
      {link('appointments', '/appointments', IconClipboardList)}
      {maySchedule && (
        <button type="button" className={classes.item} onClick={() => openNewAppointment()}>
          <span className={classes.plus}>
            <IconPlus {...size} />
          </span>
          {t('new')}
        </button>
      )}
      {link('calendar', '/calendar', IconCalendar)}
      <button type="button" className={classes.item} aria-expanded={isMenuOpen} onClick={onMenu}>
        <IconDots {...size} />
        {t('more')}
      </button>
    </nav>
  );
}
