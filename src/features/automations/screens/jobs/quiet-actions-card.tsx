import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { listQuietActions } from '../../jobs-contract.ts';
import classes from '../webhooks/webhooks.module.css';

/** Enabled actions that ran for no appointment in 90 days: their event or rules may never be met. */
export function QuietActionsCard() {
  const t = useTranslation('automations');
  const format = useFormat();
  const { timezone } = useUser();
  const list = useRead(listQuietActions, {});
  return (
    <Card title={t('quiet.title')}>
      {list.failure && <ErrorState failure={list.failure} onRetry={list.retry} />}
      {list.status === 'loading' && <LinesSkeleton lines={2} />}
      {list.data?.length === 0 && <EmptyLine>{t('quiet.none')}</EmptyLine>}
      <ul className={classes.list}>
        {list.data?.map((one) => (
          <li key={one.action_id} className={classes.row}>
            <span className={classes.text}>
              <AppLink to={`/actions?action=${one.action_id}`}>
                {one.action_name || t(`event.${one.event_type}`)}
              </AppLink>
              <span className={classes.dim}>
                {[
                  one.group_name,
                  one.action_name && t(`event.${one.event_type}`),
                  one.last_run_at
                    ? t('quiet.lastRun', { at: format.date(one.last_run_at, timezone) })
                    : t('quiet.never'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
