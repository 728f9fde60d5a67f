import type { Zone } from '#domain/base/time.ts';
import { shownAddress } from '#features/messages/screens/kit/shown-address.ts';
import { useFailureText } from '#features/messages/screens/kit/use-failure-text.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { JobDelivery } from '../jobs-contract.ts';
import { useProblemText } from './webhooks/use-problem-text.ts';

interface Props {
  deliveries: readonly JobDelivery[];
  zone: Zone;
  className: string | undefined;
}

/** Why a message or webhook did not arrive, or not yet; with several recipients, for each of those. */
export function DeliveryProblems({ deliveries, zone, className }: Props) {
  const lineOf = useLine(zone);
  const t = useTranslation('automations');
  return deliveries.filter(isProblem).map((one, index) => {
    const line = lineOf(one);
    const reason = line === '' && deliveries.length > 1 ? t(`job.state.${one.state}`) : line;
    return (
      reason !== '' && (
        // Two messages to one address have no other identity here.
        <span key={`${index} ${one.to}`} className={className}>
          {deliveries.length === 1 ? reason : t('job.deliveryTo', { to: shownAddress(one.to), reason })}
        </span>
      )
    );
  });
}

function isProblem({ state }: JobDelivery): boolean {
  return state !== 'sending' && state !== 'sent' && state !== 'delivered';
}

function useLine(zone: Zone): (delivery: JobDelivery) => string {
  const t = useTranslation('automations');
  const format = useFormat();
  const problemText = useProblemText();
  const failureText = useFailureText();
  return ({ channel, problem, http_status, next_attempt_at }) => {
    const reason =
      channel === 'webhook' ? problem && problemText(problem, http_status) : failureText(problem ?? '');
    const next = next_attempt_at && t('hooks.nextAttempt', { at: format.dateTime(next_attempt_at, zone) });
    return [reason, next].filter(Boolean).join(' ');
  };
}
