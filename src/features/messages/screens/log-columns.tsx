import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import type { Column } from '#web/ui/table/data-table.tsx';

interface AboutAppointment {
  appointment_id: string | null;
  order_id: string | null;
}

/** The columns that messages sent and received have in common: the appointment and the time. */
export function useLogColumns<T extends AboutAppointment>(timeOf: (row: T) => string): Column<T>[] {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  return [
    {
      key: 'order',
      header: t('log.order'),
      width: 150,
      phone: 'hide',
      render: (row) =>
        row.appointment_id && (
          <AppLink to={`/appointments/details/${row.appointment_id}`}>
            {row.order_id || t('log.open')}
          </AppLink>
        ),
    },
    {
      key: 'date',
      header: t('log.date'),
      width: 190,
      phone: 'sub',
      render: (row) => format.dateTime(timeOf(row), timezone),
    },
  ];
}
