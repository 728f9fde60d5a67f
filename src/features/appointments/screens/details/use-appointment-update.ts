import { useInvalidateFeatures, useWrite, type WriteOptions } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import type { RouteInput } from '#wire/route.ts';
import { updateAppointment } from '../../booking-contract.ts';
import type { Appointment } from '../../contract.ts';

/** Fields of an appointment that are changed together. */
export type AppointmentUpdate = Omit<RouteInput<typeof updateAppointment>, 'id' | 'rev'>;

/**
 * Changes some fields of the displayed appointment. On a conflict the other user's change is shown and this one must be
 * repeated.
 */
export function useAppointmentUpdate(
  appointment: Appointment,
  options: WriteOptions<typeof updateAppointment> = {},
) {
  const onFail = useStaleHandler(options.onFail);
  const write = useWrite(updateAppointment, { ...options, onFail });
  return {
    ...write,
    send: (changes: AppointmentUpdate) =>
      write.send({ ...changes, id: appointment.id, rev: appointment.rev }),
  };
}

/** Handles CONFLICT: shows the message and refetches the appointment. */
export function useStaleHandler(first?: (failure: ApiFailure) => boolean | undefined) {
  const t = useTranslation('appointments');
  const refresh = useInvalidateFeatures();
  return (failure: ApiFailure): boolean | undefined => {
    // The conflict is shown on top of the page, which must be up to date as well.
    if (failure.type === 'CONFLICT') void refresh('appointments');
    if (first?.(failure)) return true;
    if (failure.type !== 'CONFLICT') return undefined;
    const isStale = failure.details !== null && 'current' in failure.details;
    toast(isStale ? t('changedMeanwhile') : failure.message, { kind: 'error' });
    return true;
  };
}
