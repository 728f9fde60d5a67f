import { Text, Tooltip } from '@mantine/core';
import { allows } from '#domain/people/permissions.ts';
import type { SelectableColumn } from '#features/auth/screens/column-picker.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useActor, useUser } from '#web/session.ts';
import { IconAlertTriangle, IconBellOff } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import type { AppointmentRow } from '../../list-contract.ts';
import { AppointmentProgress, AppointmentStatus } from './appointment-status.tsx';
import classes from './appointments-page.module.css';

type Key =
  | 'address'
  | 'date'
  | 'order'
  | 'client'
  | 'technician'
  | 'agent'
  | 'services'
  | 'total'
  | 'progress'
  | 'status';

/** Returns the columns of appointment lists by name; the total only for users who see prices. */
export function useAppointmentColumns(): (...keys: Key[]) => SelectableColumn<AppointmentRow>[] {
  const t = useTranslation('appointments');
  const seesPrices = allows(useActor(), 'see_prices');
  const { timezone } = useUser();
  const all: Record<Key, Omit<SelectableColumn<AppointmentRow>, 'key'>> = {
    address: { header: t('address'), render: (row) => <Place row={row} /> },
    date: {
      header: t('dateAndTime'),
      width: 112,
      render: (row) => <When at={row.date_time} zone={timezone} />,
    },
    order: { header: t('orderId'), width: 86, render: (row) => row.order_id, phone: 'hide' },
    client: { header: t('client'), render: (row) => <Names people={row.clients} none={t('noClient')} /> },
    technician: { header: t('technician'), render: (row) => <Technicians row={row} />, phone: 'hide' },
    agent: { header: t('agent'), render: (row) => <Names people={row.agents} none="" />, phone: 'hide' },
    services: { header: t('services'), render: (row) => row.services.join(', '), phone: 'hide' },
    total: {
      header: t('total'),
      width: 100,
      align: 'right',
      render: (row) => <Amount row={row} />,
      phone: 'hide',
    },
    progress: {
      header: t('progress'),
      // As wide as its steps, which are below each other where there is less room.
      width: 1,
      render: (row) => <AppointmentProgress {...row} />,
      phone: 'hide',
    },
    status: { header: t('status'), width: 128, render: (row) => <Status row={row} />, phone: 'side' },
  };
  return (...keys) =>
    keys.filter((key) => key !== 'total' || seesPrices).map((key) => ({ key, ...all[key] }));
}

function Place({ row }: { row: AppointmentRow }) {
  const t = useTranslation('appointments');
  const place = [row.city, [row.state, row.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <UnstyledLink to={`/appointments/details/${row.id}`} className={classes.link}>
      <span className={classes.street}>{row.address || t('noAddress')}</span>
      <span className={classes.place}>{place}</span>
    </UnstyledLink>
  );
}

function When({ at, zone }: { at: string; zone: string }) {
  const format = useFormat();
  return (
    <>
      <span className={classes.line}>{format.date(at, zone)} </span>
      <span className={classes.faint}>{format.time(at, zone)}</span>
    </>
  );
}

function Status({ row }: { row: AppointmentRow }) {
  const t = useTranslation('appointments');
  const isOpen = row.status === 'requested' || row.status === 'scheduled';
  return (
    <span className={classes.state}>
      <AppointmentStatus status={row.display_status} />
      {isOpen && !row.utilities_on && (
        <Tooltip label={t('utilitiesWarning')}>
          <span className={classes.silent}>
            <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
            <span className={classes.text}>{t('utilitiesOff')}</span>
          </span>
        </Tooltip>
      )}
      {isOpen && row.disable_automated_notifications && (
        <Tooltip label={t('notificationsOff')}>
          <span className={classes.silent}>
            <IconBellOff size={15} stroke={1.8} aria-hidden />
            <span className={classes.text}>{t('silentShort')}</span>
          </span>
        </Tooltip>
      )}
    </span>
  );
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
  const t = useTranslation('appointments');
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
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency } = useUser();
  if (row.total_fee === null) return null;
  const isOpen =
    !row.paid && row.outstanding !== null && row.outstanding > 0 && row.outstanding < row.total_fee;
  return (
    <>
      {format.money(row.total_fee, currency)}
      {row.invoice_void && (
        <Text fz="xs" c="dimmed">
          {t('invoiceVoid')}
        </Text>
      )}
      {isOpen && row.outstanding !== null && (
        <Text fz="xs" c="dimmed">
          {t('openAmount', { amount: format.money(row.outstanding, currency) })}
        </Text>
      )}
    </>
  );
}
