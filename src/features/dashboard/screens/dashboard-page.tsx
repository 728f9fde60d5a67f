import { Button } from '@mantine/core';
import { useRead } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { PageSlot } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconCalendarPlus } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { getDashboard } from '../contract.ts';
import { AttentionList } from './attention-list.tsx';
import classes from './dashboard-page.module.css';
import { LazySetupCard } from './lazy-setup-card.tsx';
import { StopCard, StopRow } from './stops.tsx';
import { WeekStrip } from './week-strip.tsx';

type Board = NonNullable<ReturnType<typeof useBoard>['data']>;

const useBoard = () => useRead(getDashboard, {}, { live: true });

/** The start page: the day of a technician; for the office today, what needs attention, and the week. */
export function DashboardPage() {
  const t = useTranslation('dashboard');
  const format = useFormat();
  const { first_name } = useUser();
  const { data, status, failure, retry } = useBoard();
  const today = data?.days[0]?.day;
  return (
    <>
      <PageHeader
        title={t('hello', { name: first_name })}
        purpose={today ? format.day(`${today}T12:00:00Z`, 'UTC') : ' '}
      />
      {status === 'loading' && (
        <div className={classes.card}>
          <LinesSkeleton lines={6} height={48} />
        </div>
      )}
      {status === 'failed' && <ErrorState failure={failure} onRetry={retry} />}
      {data && (data.isOwn ? <OwnDay board={data} /> : <Office board={data} />)}
    </>
  );
}

function OwnDay({ board }: { board: Board }) {
  const t = useTranslation('dashboard');
  const stops = board.days[0]?.stops ?? [];
  return (
    <>
      <section aria-labelledby="today">
        <h2 id="today" className={classes.heading}>
          {t('todayOwn')}
        </h2>
        {stops.length === 0 && (
          <div className={classes.card}>
            <Nothing hint={t('nothingTodayOwn')} />
          </div>
        )}
        <ol className={classes.stops}>
          {stops.map((stop) => (
            <StopCard key={stop.id} stop={stop} isNext={stop.id === board.nextId} />
          ))}
        </ol>
      </section>
      <Week board={board} />
    </>
  );
}

function Office({ board }: { board: Board }) {
  const t = useTranslation('dashboard');
  const stops = board.days[0]?.stops ?? [];
  return (
    <>
      <LazySetupCard />
      <div className={classes.office}>
        <section className={classes.card} aria-labelledby="today">
          <div className={classes.head}>
            <h2 id="today" className={classes.heading}>
              {t('today')}
            </h2>
            <AppLink to="/appointments" fz="sm">
              {t('allAppointments')}
            </AppLink>
          </div>
          {stops.length === 0 && <Nothing hint={t('nothingTodayHint')} />}
          <ol className={classes.rows}>
            {stops.map((stop) => (
              <StopRow key={stop.id} stop={stop} isNext={stop.id === board.nextId} />
            ))}
          </ol>
        </section>
        {board.attention && <AttentionList attention={board.attention} today={board.days[0]?.day ?? ''} />}
      </div>
      <Week board={board} />
      <PageSlot name="dashboard.blocks" />
    </>
  );
}

function Week({ board }: { board: Board }) {
  const t = useTranslation('dashboard');
  return (
    <section className={classes.week} aria-labelledby="week">
      <h2 id="week" className={classes.heading}>
        {t(board.isOwn ? 'weekOwn' : 'week')}
      </h2>
      <WeekStrip days={board.days} isOwn={board.isOwn} />
    </section>
  );
}

function Nothing({ hint }: { hint: string }) {
  const t = useTranslation('dashboard');
  const web = useTranslation('web');
  const may = useCanSchedule();
  return (
    <EmptyState
      icon={<IconCalendarPlus size={26} stroke={1.6} />}
      title={t('nothingToday')}
      hint={hint}
      action={
        may && (
          <Button variant="default" onClick={() => openNewAppointment()}>
            {web('newAppointment')}
          </Button>
        )
      }
    />
  );
}
