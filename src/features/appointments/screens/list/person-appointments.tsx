import { Button } from '@mantine/core';
import { usePagedRead } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PersonSlotProps } from '#web/page-slots.tsx';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCalendarEvent } from '#web/ui/layout/icons.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { listAppointments } from '../../list-contract.ts';
import parts from './person-appointments.module.css';
import { useAppointmentColumns } from './use-appointment-columns.tsx';

/** Lists the appointments of a person on the person's page, newest first. */
export function PersonAppointments({ kind, personId }: PersonSlotProps) {
  const t = useTranslation('appointments');
  const maySchedule = useCanSchedule();
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
            action: maySchedule && (
              <Button variant="default" onClick={() => openNewAppointment(prefillOf(kind, personId))}>
                {t('newAppointment')}
              </Button>
            ),
          }}
        />
      </div>
    </Card>
  );
}

// The dialog takes over a client; other people are added in it.
const prefillOf = (kind: string, personId: string) => (kind === 'clients' ? { client_id: personId } : {});

/** Returns the list filter for a person of that kind. */
export function filterOf(kind: string, personId: string) {
  if (kind === 'agents') return { agentId: personId };
  if (kind === 'contractors') return { contractorId: personId };
  if (kind === 'technicians') return { technicianId: personId };
  return { clientId: personId };
}
