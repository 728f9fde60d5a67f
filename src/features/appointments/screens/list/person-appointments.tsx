import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PersonSlotProps } from '#web/page-slots.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCalendarEvent } from '#web/ui/layout/icons.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { listAppointments } from '../../list-contract.ts';
import parts from './person-appointments.module.css';
import { useAppointmentColumns } from './use-appointment-columns.tsx';

/** Lists the appointments of a person on the person's page, newest first. */
export function PersonAppointments({ kind, personId }: PersonSlotProps) {
  const t = useTranslation('appointments');
  const pages = usePagedRead(listAppointments, { tab: 'all', perPage: 10, ...filterOf(kind, personId) });
  const columns = useAppointmentColumns()('address', 'date', 'total', 'progress', 'status');
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

/** Returns the list filter for a person of that kind. */
export function filterOf(kind: string, personId: string) {
  if (kind === 'agents') return { agentId: personId };
  if (kind === 'contractors') return { contractorId: personId };
  if (kind === 'technicians') return { technicianId: personId };
  return { clientId: personId };
}
