import type { CSSProperties } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import type { DashboardDay, Stop } from '../contract.ts';
import classes from './week-strip.module.css';

const shownPerDay = 4;

/** Seven days from today: how many appointments each has, and the first of them. */
export function WeekStrip({ days, isOwn }: { days: readonly DashboardDay[]; isOwn: boolean }) {
  const t = useTranslation('dashboard');
  const format = useFormat();
  const { id } = useUser();
  return (
    <ol className={classes.week}>
      {days.map(({ day, count, stops }, i) => {
        const noon = `${day}T12:00:00Z`;
        const own = isOwn ? `&technicianId=${id}` : '';
        return (
          <li key={day} className={classes.day} data-today={i === 0 || undefined}>
            <UnstyledLink to={`/appointments?tab=all&from=${day}&to=${day}${own}`} className={classes.head}>
              <span>{i === 0 ? t('today') : format.day(noon, 'UTC')}</span>
              <span className={classes.count}>{t('countOfDay', { count })}</span>
            </UnstyledLink>
            {stops.slice(0, shownPerDay).map((stop) => (
              <Entry key={stop.id} stop={stop} isOwn={isOwn} />
            ))}
            {count > shownPerDay && (
              <span className={classes.more}>{t('moreOfDay', { count: count - shownPerDay })}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Entry({ stop, isOwn }: { stop: Stop; isOwn: boolean }) {
  const format = useFormat();
  const { timezone } = useUser();
  const who = isOwn ? stop.clients : stop.technicians;
  return (
    <div style={{ '--entry': stop.technicians[0]?.color || 'var(--mantine-color-gray-6)' } as CSSProperties}>
      <UnstyledLink to={`/appointments/details/${stop.id}`} className={classes.entry}>
        <strong>{format.time(stop.date_time, timezone)}</strong>
        <span>{stop.address || stop.order_id}</span>
        <span className={classes.who}>{who.map(fullName).join(', ')}</span>
      </UnstyledLink>
    </div>
  );
}
