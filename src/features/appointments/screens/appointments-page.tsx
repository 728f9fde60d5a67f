import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import { allows } from '#domain/permissions.ts';
import { usePages } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { BareLink } from '#web/link.tsx';
import { openNewAppointment } from '#web/new-appointment.ts';
import { useActor, useUser } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { IconCalendarPlus, IconPlus } from '#web/ui/icons.ts';
import { ListTabs } from '#web/ui/list-tabs.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { fullName } from '#web/ui/person-badge.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useUrl } from '#web/url.ts';
import { type AppointmentRow, listAppointments, type Tab } from '../list-contract.ts';
import { AppointmentStatus, Progress } from './appointment-status.tsx';
import classes from './appointments-page.module.css';

const shownTabs = [
  'upcoming',
  'requested',
  'past',
  'unpaid',
  'unpublished',
  'canceled',
] as const satisfies Tab[];
type ShownTab = (typeof shownTabs)[number];

/** The appointments of the company: presets as tabs, a search, newest (or next) first. */
export function AppointmentsPage() {
  const t = useText('appointments');
  const mayAdd = useCanSchedule();
  const [url, changeUrl] = useUrl({ tab: '', text: '', status: '' });
  const tab = tabOf(url);
  const panelId = useId();
  const pages = usePages(
    listAppointments,
    { tab, perPage: 25, ...(url.text ? { text: url.text } : {}) },
    { keep: true },
  );
  const add = () => openNewAppointment();
  return (
    <>
      <PageHeader title={t('listTitle')} purpose={t('listPurpose')} />
      <ListTabs
        label={t('listTitle')}
        tabs={shownTabs.map((id) => ({ id, label: t(`tab.${id}`) }))}
        active={tab}
        panelId={panelId}
        onChange={(next) => changeUrl({ tab: next === 'upcoming' ? '' : next, status: '' })}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`}>
        <DataTable
          label={t(`tab.${tab}`)}
          of={pages}
          columns={useColumns()}
          rowKey={(row) => row.id}
          rowName={(row) => row.address || row.order_id}
          empty={{
            icon: <IconCalendarPlus size={24} stroke={1.6} />,
            title: t(`none_of.${tab}`),
            hint: t('noneHint'),
            action: mayAdd && (
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                {t('newAppointment')}
              </Button>
            ),
          }}
          onClearSearch={url.text ? () => changeUrl({ text: '' }) : undefined}
          toolbar={
            <SearchBox
              value={url.text}
              onSearch={(text) => changeUrl({ text })}
              label={t('searchAppointments')}
              placeholder={t('searchAppointments')}
            />
          }
        />
      </div>
    </>
  );
}

// The older address of the requests says `status=requested`.
function tabOf({ tab, status }: { tab: string; status: string }): ShownTab {
  const wanted = tab || status;
  return shownTabs.find((one) => one === wanted) ?? 'upcoming';
}

function useColumns(): Column<AppointmentRow>[] {
  const t = useText('appointments');
  const format = useFormat();
  const { timezone } = useUser();
  const seesPrices = allows(useActor(), 'see_prices');
  return [
    {
      key: 'address',
      header: t('address'),
      render: (row) => (
        <BareLink to={`/appointments/details/${row.id}`} className={classes.link}>
          <span className={classes.street}>{row.address || t('noAddress')}</span>
          <span className={classes.place}>{placeOf(row)}</span>
        </BareLink>
      ),
    },
    {
      key: 'date',
      header: t('dateAndTime'),
      width: 150,
      render: (row) => (
        <>
          <span className={classes.line}>{format.date(row.date_time, timezone)} </span>
          <span className={classes.faint}>{format.time(row.date_time, timezone)}</span>
        </>
      ),
    },
    {
      key: 'client',
      header: t('client'),
      render: (row) => <Names people={row.clients} none={t('noClient')} />,
    },
    {
      key: 'technician',
      header: t('technician'),
      render: (row) => <Technicians row={row} />,
      phone: 'hide',
    },
    {
      key: 'order',
      header: t('orderId'),
      width: 100,
      render: (row) => row.order_id,
      phone: 'hide',
    },
    ...(seesPrices
      ? [
          {
            key: 'total',
            header: t('total'),
            width: 100,
            align: 'right' as const,
            render: (row: AppointmentRow) => <Amount row={row} />,
            phone: 'hide' as const,
          },
        ]
      : []),
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

function placeOf(row: AppointmentRow): string {
  return [row.city, [row.state, row.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

function Names({ people, none }: { people: AppointmentRow['clients']; none: string }) {
  if (people.length === 0) return <span className={classes.faint}>{none}</span>;
  const [first, ...others] = people;
  return (
    <>
      {first && fullName(first)}
      {others.length > 0 && <span className={classes.faint}> +{others.length}</span>}
    </>
  );
}

function Technicians({ row }: { row: AppointmentRow }) {
  const t = useText('appointments');
  if (row.technicians.length === 0) return <span className={classes.missing}>{t('unassigned')}</span>;
  return row.technicians.map((one) => (
    <span key={one.id} className={classes.technician}>
      <svg width={8} height={8} aria-hidden>
        <circle cx={4} cy={4} r={4} fill={one.color} />
      </svg>
      {fullName(one)}
    </span>
  ));
}

function Amount({ row }: { row: AppointmentRow }) {
  const t = useText('appointments');
  const format = useFormat();
  const { currency } = useUser();
  if (row.total_fee === null) return null;
  const isOpen =
    !row.paid && row.outstanding !== null && row.outstanding > 0 && row.outstanding < row.total_fee;
  return (
    <>
      {format.money(row.total_fee, currency)}
      {isOpen && row.outstanding !== null && (
        <Text fz="xs" c="dimmed">
          {t('openAmount', { amount: format.money(row.outstanding, currency) })}
        </Text>
      )}
    </>
  );
}
