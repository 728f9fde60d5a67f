import { Button, Title } from '@mantine/core';
import { allows } from '#domain/people/permissions.ts';
import { type AppointmentRow, listAppointments, type Tab } from '#features/appointments/list-contract.ts';
import { useRead } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink, LinkButton, UnstyledLink } from '#web/link.tsx';
import { PageSlot } from '#web/page-slots.tsx';
import { useActor, useUser } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconCalendarPlus, IconChevronRight } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import classes from './dashboard-page.module.css';

/** The start page: pending requests and the next appointments. Features contribute its blocks. */
export function DashboardPage() {
  const t = useTranslation('dashboard');
  const user = useUser();
  const mayPrice = allows(useActor(), 'manage_services');
  return (
    <>
      <PageHeader
        title={t('hello', { name: user.first_name })}
        purpose={t('purpose', { company: user.company_name })}
        actions={
          mayPrice && (
            <LinkButton to="/services" variant="default">
              {t('services')}
            </LinkButton>
          )
        }
      />
      <div className={classes.counts}>
        <Count tab="requested" label={t('requested')} />
        <Count tab="unpublished" label={t('unpublished')} />
        <Count tab="unpaid" label={t('unpaid')} />
      </div>
      <Next />
      <PageSlot name="dashboard.blocks" />
    </>
  );
}

function Count({ tab, label }: { tab: Tab; label: string }) {
  const t = useTranslation('dashboard');
  const web = useTranslation('web');
  const format = useFormat();
  const { data, status, fetching, retry } = useRead(listAppointments, { tab, perPage: 1 }, { live: true });
  if (status === 'failed') {
    return (
      <div role="alert" aria-label={label} className={classes.count} data-failed>
        <span>{web('couldNotLoad')}</span>
        <span className={classes.label}>
          {label}
          <Button size="compact-sm" variant="default" loading={fetching} onClick={retry}>
            {web('retry')}
          </Button>
        </span>
      </div>
    );
  }
  const total = data && format.number(data.pageInfo.total);
  return (
    <UnstyledLink to={`/appointments?tab=${tab}`} className={classes.count}>
      <span className={classes.figure} aria-busy={status === 'loading'}>
        {total === undefined ? '–' : data?.pageInfo.totalIsCapped ? t('moreThan', { count: total }) : total}
      </span>
      <span className={classes.label}>
        {label}
        <IconChevronRight size={16} aria-hidden />
      </span>
    </UnstyledLink>
  );
}

function Next() {
  const t = useTranslation('dashboard');
  const next = useRead(listAppointments, { tab: 'upcoming', perPage: 6 }, { live: true });
  return (
    <section className={classes.card} aria-labelledby="next">
      <div className={classes.head}>
        <Title order={2} fz={15} id="next">
          {t('next')}
        </Title>
        <AppLink to="/appointments" fz="sm">
          {t('allAppointments')}
        </AppLink>
      </div>
      {next.status === 'loading' && <LinesSkeleton lines={6} height={48} />}
      {next.status === 'failed' && <ErrorState failure={next.failure} onRetry={next.retry} />}
      {next.data?.pageData.length === 0 && <Nothing />}
      <ul className={classes.list}>
        {next.data?.pageData.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row }: { row: AppointmentRow }) {
  const t = useTranslation('dashboard');
  const format = useFormat();
  const { timezone } = useUser();
  const technicians = row.technicians.map(fullName).join(', ') || t('unassigned');
  return (
    <li>
      <UnstyledLink to={`/appointments/details/${row.id}`} className={classes.row}>
        <span className={classes.when}>
          <strong>{format.time(row.date_time, timezone)}</strong>
          <span>{format.day(row.date_time, timezone)}</span>
        </span>
        <span className={classes.what}>
          <strong>{row.address || row.order_id}</strong>
          <span>{[row.city, technicians].filter(Boolean).join(' · ')}</span>
        </span>
        <IconChevronRight size={18} aria-hidden />
      </UnstyledLink>
    </li>
  );
}

function Nothing() {
  const t = useTranslation('dashboard');
  const web = useTranslation('web');
  const may = useCanSchedule();
  return (
    <EmptyState
      icon={<IconCalendarPlus size={26} stroke={1.6} />}
      title={t('nothingNext')}
      hint={t('nothingNextHint')}
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
