import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Action } from '#domain/automations/action-types.ts';
import { type AppointmentRow, listAppointments } from '#features/appointments/list-contract.ts';
import { useRead } from '#web/api.ts';
import { type PreviewedAction, previewActions } from '../../jobs-contract.ts';

/** The appointments to choose from: the latest ones first, of all states. */
export const latestAppointments = { tab: 'all', sort: '-created_at', perPage: 15 } as const;

const delayMs = 400;

/** The chosen appointment, at first the latest, with what the action sends for it. */
export interface ActionPreview {
  appointment: AppointmentRow | null;
  /** Null chooses the latest again. */
  choose: (appointment: AppointmentRow | null) => void;
  /** The company has no appointment to preview with. */
  isNone: boolean;
  isLoading: boolean;
  /** Null while it loads, and if the action or the appointment was refused. */
  preview: PreviewedAction | null;
}

/** Previews an action that is being edited with a real appointment, shortly after each change. */
export function useActionPreview({ id: _id, ...action }: Action): ActionPreview {
  const [chosen, choose] = useState<AppointmentRow | null>(null);
  const latest = useRead(listAppointments, latestAppointments);
  const appointment = chosen ?? latest.data?.pageData[0] ?? null;
  // By its text, because every render makes another object.
  const [sent] = useDebouncedValue(JSON.stringify(action), delayMs);
  const read = useRead(
    previewActions,
    { appointment_id: appointment?.id ?? '', action: JSON.parse(sent) as typeof action },
    { enabled: appointment !== null, keep: true },
  );
  return {
    appointment,
    choose,
    isNone: latest.data?.pageData.length === 0,
    isLoading: latest.status === 'loading' || (appointment !== null && read.status === 'loading'),
    preview: read.data?.[0] ?? null,
  };
}
