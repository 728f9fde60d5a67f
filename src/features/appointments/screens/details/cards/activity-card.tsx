import { Button } from '@mantine/core';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { listActivity } from '../../../contract.ts';
import classes from '../details.module.css';
import { useActivityText } from './use-activity-text.ts';

/** The appointment's activity, newest first. */
export function ActivityCard({ appointmentId }: { appointmentId: string }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { timezone } = useUser();
  const textOf = useActivityText();
  const pages = usePagedRead(listActivity, { id: appointmentId, perPage: 10 });
  return (
    <Card title={t('activity')} flush>
      {pages.status === 'failed' && <ErrorState failure={pages.failure} onRetry={pages.retry} />}
      {pages.status === 'loading' && (
        <div style={{ padding: '0 20px 20px' }}>
          <LinesSkeleton lines={3} />
        </div>
      )}
      {pages.rows.length > 0 && (
        <ul className={classes.list}>
          {pages.rows.map((row) => {
            const more = textOf(row);
            return (
              <li key={row.id} className={classes.entry}>
                <div className={classes.text}>
                  {eventText(t, row.type)}
                  {more && <div className={classes.more}>{more}</div>}
                  <div className={classes.faint}>
                    {[row.actor, format.dateTime(row.at, timezone)].filter(Boolean).join(' · ')}
                  </div>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {pages.hasMore && (
        <div className={classes.earlier}>
          <Button variant="subtle" size="compact-md" onClick={pages.more} loading={pages.loadingMore}>
            {t('earlier')}
          </Button>
        </div>
      )}
    </Card>
  );
}

// An event type without a label shows its name.
function eventText(t: (key: string) => string, type: string): string {
  const key = `event.${type.replaceAll('.', '_')}`;
  const text = t(key);
  return text === key ? type : text;
}
