import { allows } from '#domain/permissions.ts';
import { usePages } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { BareLink } from '#web/link.tsx';
import { useActor, useUser } from '#web/session.ts';
import type { PersonFacts } from '#web/slots.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { IconCalendarEvent } from '#web/ui/icons.ts';
import { type AppointmentRow, listAppointments } from '../list-contract.ts';
import { AppointmentStatus, Progress } from './appointment-status.tsx';
import classes from './appointments-page.module.css';
import parts from './person-appointments.module.css';

/** Fills the history of a person's page: the appointments the person takes part in, newest first. */
export function PersonAppointments({ kind, personId }: PersonFacts) {
  const t = useText('appointments');
  const pages = usePages(listAppointments, { tab: 'all', perPage: 10, ...filterOf(kind, personId) });
  const columns = useColumns();
  return (
    <Card title={t('listTitle')} flush>
      <div className={parts.table}>
        <DataTable
          label={t('listTitle')}
          of={pages}
          columns={columns}
          rowKey={(row) => row.id}
          rowName={(row) => row.address || row.order_id}
          skeletonRows={3}
          empty={{
            icon: <IconCalendarEvent size={24} stroke={1.6} />,
            title: t('noneOfPerson'),
          }}
        />
      </div>
    </Card>
  );
}

/** The list's filter for a person of that kind. */
export function filterOf(kind: string, personId: string) {
  if (kind === 'agents') return { agentId: personId };
  if (kind === 'contractors') return { contractorId: personId };
  if (kind === 'technicians') return { technicianId: personId };
  return { clientId: personId };
}

function useColumns(): Column<AppointmentRow>[] {
  const t = useText('appointments');
  const format = useFormat();
  const { timezone, currency } = useUser();
  const seesPrices = allows(useActor(), 'see_prices');
  const total: Column<AppointmentRow> = {
    key: 'total',
    header: t('total'),
    width: 100,
    align: 'right',
    render: (row) => (row.total_fee === null ? null : format.money(row.total_fee, currency)),
    phone: 'hide',
  };
  return [
    {
      key: 'address',
      header: t('address'),
      render: (row) => (
        <BareLink to={`/appointments/details/${row.id}`} className={classes.link}>
          <span className={classes.street}>{row.address || t('noAddress')}</span>
          <span className={classes.place}>{[row.city, row.state].filter(Boolean).join(', ')}</span>
        </BareLink>
      ),
    },
    {
      key: 'date',
      header: t('dateAndTime'),
      width: 140,
      render: (row) => (
        <>
          <span className={classes.line}>{format.date(row.date_time, timezone)} </span>
          <span className={classes.faint}>{format.time(row.date_time, timezone)}</span>
        </>
      ),
    },
    ...(seesPrices ? [total] : []),
    {
      key: 'progress',
      header: t('progress'),
      width: 132,
      render: (row) => <Progress {...row} />,
      phone: 'hide',
    },
    {
      key: 'status',
      header: t('status'),
      width: 120,
      render: (row) => <AppointmentStatus status={row.display_status} />,
      phone: 'side',
    },
  ];
}
