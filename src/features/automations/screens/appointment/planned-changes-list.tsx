import type { AutomationFacts } from '#domain/automations/decision-types.ts';
import { type PlannedChange, plannedChanges } from '#domain/automations/predict.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyLine, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getAppointmentAutomations } from '../../appointment-contract.ts';
import classes from './timeline.module.css';
import { actionsOf, factsOf, ranIn } from './timeline.ts';
import { titleOf } from './use-entry-text.ts';

/** Which planned messages a new time or a cancellation moves or stops, before it is saved. */
export function PlannedChangesList({ appointmentId, to }: PageSlotProps['appointment.planned-changes']) {
  const t = useTranslation('automations');
  const read = useRead(getAppointmentAutomations, { id: appointmentId });
  if (read.status === 'loading') return <LinesSkeleton lines={2} />;
  // The change can be saved without; who may not edit the appointment cannot save it either.
  if (!read.data) return read.status === 'failed' ? <EmptyLine>{t('job.changesUnknown')}</EmptyLine> : null;
  const facts = factsOf(read.data);
  const waiting = to === 'canceled' ? read.data.jobs.filter(isWaiting).length : 0;
  const changed: Partial<AutomationFacts> = to === 'canceled' ? { status: 'canceled' } : to;
  const changes = plannedChanges([...actionsOf(read.data).values()], facts, changed, {
    now: now(),
    ran: ranIn(read.data),
  });
  if (changes.length + waiting === 0) return null;
  return (
    <Notice
      tone="info"
      title={t(to === 'canceled' ? 'job.stops' : 'job.moves', { count: changes.length + waiting })}
    >
      <ul className={classes.changes}>
        {changes.map((one) => (
          <li key={one.action.id}>
            <Change change={one} zone={facts.zone} />
          </li>
        ))}
        {waiting > 0 && <li>{t('job.stopsDelayed', { count: waiting })}</li>}
      </ul>
    </Notice>
  );
}

/** Planned by an event: a cancellation stops it, except the message about the cancellation. */
function isWaiting(job: { status: string; event_type: number }): boolean {
  return job.status === 'pending' && ![14, 18, 19].includes(job.event_type);
}

function Change({ change, zone }: { change: PlannedChange; zone: AutomationFacts['zone'] }) {
  const t = useTranslation('automations');
  const format = useFormat();
  const { action, before, after, reason } = change;
  const name = titleOf(t, action, action.id);
  const was = before && format.dateTime(before, zone);
  const is = after && format.dateTime(after, zone);
  if (was && is) return t('job.change.moved', { name, was, is });
  if (is) return t('job.change.added', { name, is });
  // The title says why.
  if (was && reason === 'canceled') return t('job.change.canceled', { name, was });
  return t('job.change.stopped', { name, was: was ?? '', reason: t(`job.reason.${reason ?? 'canceled'}`) });
}
