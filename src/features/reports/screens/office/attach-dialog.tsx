import { useState } from 'react';
import { type AppointmentRow, listAppointments } from '#features/appointments/list-contract.ts';
import { useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { EntityPicker } from '#web/ui/inputs/entity-picker.tsx';
import { attachReport, type DetachedReport } from '../../detaching-contract.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';

/** Attaches a detached report to another appointment. */
export function AttachDialog({ report, onClose }: { report: DetachedReport; onClose: () => void }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone } = useUser();
  const [target, setTarget] = useState<AppointmentRow | null>(null);
  const attach = useWrite(attachReport, {
    onDone: onClose,
    toast: t('detached.attached', { name: report.name }),
  });
  const labelOf = (row: AppointmentRow) =>
    [row.address || row.order_id, row.city, format.day(row.date_time, timezone)].filter(Boolean).join(', ');
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('detached.attachTitle', { name: report.name })}
      width={520}
      locked={attach.pending}
      footer={
        <DialogButtons
          label={t('detached.attachHere')}
          isPending={attach.pending}
          disabled={target === null}
          onSend={() => target && void attach.send({ id: report.id, appointment_id: target.id })}
        />
      }
    >
      <EntityPicker
        single
        route={listAppointments}
        inputFor={(text) => ({ perPage: 15, tab: 'all' as const, ...(text ? { text } : {}) })}
        value={target ? [target] : []}
        onChange={(rows) => setTarget(rows.at(-1) ?? null)}
        idOf={(row) => row.id}
        labelOf={labelOf}
        label={t('detached.appointment')}
        placeholder={t('detached.search')}
      />
    </GuardedDialog>
  );
}
