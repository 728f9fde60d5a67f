import { Anchor } from '@mantine/core';
import type { Action } from '#domain/automations/action-types.ts';
import { groupBy } from '#domain/base/group-by.ts';
import { shownAddress } from '#features/messages/screens/kit/shown-address.ts';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import type { RouteOutput } from '#wire/route.ts';
import { dryRunAction } from '../../jobs-contract.ts';
import { useReasonText } from '../use-reason-text.ts';
import classes from './dry-run.module.css';

type Answer = RouteOutput<typeof dryRunAction>;

/** What an action would have done on the last 50 appointments: how often, for how many people, and why not on the others. */
export function DryRunResult({ action: { id: _id, ...action } }: { action: Action }) {
  const read = useRead(dryRunAction, { action });
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  if (!read.data) return <LinesSkeleton lines={3} />;
  return <Result of={read.data} isWebhook={action.action_type === 3} />;
}

function Result({ of: answer, isWebhook }: { of: Answer; isWebhook: boolean }) {
  const t = useTranslation('automations');
  const reasonText = useReasonText();
  const { appointments, would_run: ran, people, rows } = answer;
  if (appointments === 0) return <p className={classes.line}>{t('dry.noAppointments')}</p>;
  const counts = { ran, people: t('dry.people', { count: people }) };
  const reasons = groupBy(
    rows.filter((row) => !row.would_run),
    (row) => reasonText(row.reason, row.rules),
  );
  return (
    <div className={classes.result} role="status">
      <p className={classes.line}>
        <strong>{t('dry.of', { count: appointments })}</strong>{' '}
        {ran === 0 ? t('dry.never') : t(isWebhook ? 'dry.called' : 'dry.sent', counts)}
      </p>
      {reasons.size > 0 && (
        <ul className={classes.reasons} aria-label={t('dry.skipped')}>
          {[...reasons]
            .toSorted(([, a], [, b]) => b.length - a.length)
            .map(([reason, { length: count }]) => (
              <li key={reason}>{t('dry.reason', { count, reason })}</li>
            ))}
        </ul>
      )}
      <p className={classes.hint}>{t('dry.presentState')}</p>
      <details className={classes.details}>
        <summary>{t('dry.show')}</summary>
        <ul className={classes.rows}>
          {rows.map((row) => (
            <Row key={row.appointment_id} of={row} />
          ))}
        </ul>
      </details>
    </div>
  );
}

function Row({ of: row }: { of: Answer['rows'][number] }) {
  const t = useTranslation('automations');
  const format = useFormat();
  const { timezone } = useUser();
  const reasonText = useReasonText();
  const at = row.run_at && format.dateTime(row.run_at, timezone);
  return (
    <li>
      {/* The edited action stays open. */}
      <Anchor href={`/appointments/details/${row.appointment_id}`} target="_blank" rel="noopener">
        {row.order_id || format.date(row.date_time, timezone)}
      </Anchor>{' '}
      {row.address && `${row.address} · `}
      {row.would_run
        ? [t('dry.at', { at: at ?? '' }), row.recipients.map(shownAddress).join(', ')]
            .filter(Boolean)
            .join(' · ')
        : reasonText(row.reason, row.rules)}
    </li>
  );
}
