import { useMemo } from 'react';
import type { ActionGroup } from '#domain/automations/action-types.ts';
import type { AutomationFacts } from '#domain/automations/decision-types.ts';
import { predict } from '#domain/automations/predict.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PlannedTimes } from '../editor/action-row.tsx';

/**
 * Returns when each action of an appointment runs, or why it does not, as text by its id. One that waits for its event has none.
 * Without facts the appointment has no time yet.
 */
export function usePlannedTimes(
  groups: readonly ActionGroup[],
  facts: AutomationFacts | null,
  ran: ReadonlyMap<string, string>,
): PlannedTimes {
  const t = useTranslation('automations');
  const format = useFormat();
  return useMemo(() => {
    const times = new Map<string, string>();
    for (const group of groups)
      for (const action of group.actions) {
        const sent = ran.get(action.id);
        if (sent && facts) times.set(action.id, t('job.ranAt', { time: format.dateTime(sent, facts.zone) }));
        if (sent || (action.event_type !== 18 && action.event_type !== 19)) continue;
        const decision = facts && predict({ ...action, group_enable: group.enable }, facts, now());
        const text = !decision
          ? t('job.noTimeYet')
          : decision.reason !== null || decision.runAt === null
            ? t('job.notSent', { reason: t(`job.reason.${decision.reason ?? 'window_missed'}`) })
            : t(decision.moved ? 'job.plannedMoved' : 'job.plannedAt', {
                time: format.dateTime(decision.runAt, facts.zone),
              });
        times.set(action.id, text);
      }
    return times;
  }, [groups, facts, ran, t, format]);
}
