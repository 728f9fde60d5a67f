import type { GroupedAction } from '#domain/automations/decision-types.ts';
import { slotPositions } from '#domain/company/notification-slots.ts';
import { useTranslation } from '#web/i18n.ts';
import { actionTitle } from '../editor/describe-action.ts';
import { useReasonText } from '../use-reason-text.ts';
import type { TimelineEntry } from './timeline.ts';

type Text = (key: string, values?: Record<string, string | number>) => string;

/** Returns what an action or reminder is called: its own name, else its subject, else what it does. */
export function titleOf(t: Text, action: GroupedAction | null, slot: string | null): string {
  const position = slotPositions.find((one) => one.key === slot);
  if (position) return t(`job.reminderFor.${position.audience}`);
  if (!action) return t('job.deleted');
  return action.action_name || action.subject || actionTitle(t, action);
}

/** Returns the title of an entry; of a deleted action, as it was called when it ran. */
export function useEntryTitle({ action, slot, job }: TimelineEntry): string {
  const t = useTranslation('automations');
  const former = job?.ran && (job.ran.action_name || job.ran.subject);
  return action === null && former ? former : titleOf(t, action, slot);
}

/** Returns why an entry is not sent, as a sentence; empty if it is. */
export function useReason({
  reason,
  state,
  rules,
}: Pick<TimelineEntry, 'reason' | 'state' | 'rules'>): string {
  const reasonText = useReasonText();
  return state === 'done' ? '' : reasonText(reason, rules);
}
