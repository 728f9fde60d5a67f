import { useEffect, useRef } from 'react';
import { plannedChanges } from '#domain/automations/predict.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { toast } from '#web/toast.ts';
import { getAppointmentAutomations } from '../../appointment-contract.ts';
import { actionsOf, factsOf, ranIn } from './timeline.ts';

/** Shows a toast that says how many planned messages moved with an appointment or are no longer sent; none without any. */
export function MovedChangesToast({ appointmentId, was }: PageSlotProps['appointment.moved']) {
  const t = useTranslation('automations');
  const { data } = useRead(getAppointmentAutomations, { id: appointmentId });
  const isReported = useRef(false);
  useEffect(() => {
    // What was loaded before the move is not the answer yet.
    if (!data || isReported.current || data.facts.date_time === was.date_time) return;
    isReported.current = true;
    const { date_time, end_time, ...facts } = factsOf(data);
    const changes = plannedChanges(
      [...actionsOf(data).values()],
      { ...facts, ...was },
      { date_time, end_time },
      { now: now(), ran: ranIn(data) },
    );
    const stopped = changes.filter((one) => one.after === null).length;
    const moved = changes.length - stopped;
    const sentences = [
      moved > 0 ? t('job.movedWith', { count: moved }) : '',
      stopped > 0 ? t('job.stoppedWith', { count: stopped }) : '',
    ];
    if (changes.length > 0)
      toast(sentences.filter(Boolean).join(' '), { kind: stopped > 0 ? 'warning' : 'info' });
  }, [data, was, t]);
  return null;
}
