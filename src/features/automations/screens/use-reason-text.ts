import { useTranslation } from '#web/i18n.ts';
import { useProblemText } from './webhooks/use-problem-text.ts';

/** Reasons that have a sentence. */
const known = new Set([
  ...['automations_off', 'disabled', 'incomplete', 'canceled', 'restored', 'not_confirmed', 'window_missed'],
  ...['too_late', 'notifications_off', 'later_report', 'rules', 'no_recipient', 'no_email', 'no_phone'],
  ...['deleted', 'event_changed', 'error', 'canceled_by_user', 'no_event', 'too_long'],
]);

type Rules = readonly { problem: string | null }[];

/** Returns the sentence for the reason why something is not sent; empty without one. Rules that name what was deleted are named. */
export function useReasonText(): (reason: string | null, rules?: Rules) => string {
  const t = useTranslation('automations');
  const problemText = useProblemText();
  return (reason, rules = []) => {
    if (reason === null) return '';
    if (reason.startsWith('url.') || reason === 'too_large') return problemText(reason, null);
    if (reason === 'rules' && rules.some((one) => one.problem === 'deleted'))
      return t('job.reason.rule_deleted');
    return known.has(reason) ? t(`job.reason.${reason}`) : reason;
  };
}
