import { useEffect, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { loadMessages, useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useActor } from '#web/session.ts';
import { CardSkeleton } from '#web/ui/feedback/states.tsx';
import classes from './calendar.module.css';
import { CalendarWidget } from './calendar-widget.tsx';
import { type View, views } from './views.ts';

// The block is too narrow for lanes.
const offered: readonly View[] = ['dashboard', ...views.filter((one) => one !== 'lanes')];

/** The dashboard block: the next seven days, and temporarily the other views. The selection is not remembered. */
export function DashboardCalendar() {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void loadMessages('calendar').then(() => setReady(true));
  }, []);
  return isReady ? <Block /> : <CardSkeleton height={420} />;
}

function Block() {
  const t = useTranslation('calendar');
  const actor = useActor();
  const [view, setView] = useState<View>('dashboard');
  // Users who may edit schedules can edit here too; for all others it is read-only.
  const edits = allows(actor, 'edit_calendar', {});
  return (
    <section className={classes.block} aria-labelledby="dashboard-calendar">
      <div className={classes.blockHead}>
        <h2 className={classes.title} id="dashboard-calendar">
          {t('calendar')}
        </h2>
        <AppLink to="/calendar" fz="sm">
          {t('openCalendar')}
        </AppLink>
      </div>
      <CalendarWidget
        offered={offered}
        view={view}
        onView={setView}
        acceptEvents
        acceptActions={edits}
        height={460}
      />
    </section>
  );
}
