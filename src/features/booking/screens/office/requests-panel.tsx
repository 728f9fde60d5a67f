import { Button } from '@mantine/core';
import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { listBookingRequests } from '../../office-contract.ts';
import classes from './office.module.css';
import { RequestActions } from './request-actions.tsx';
import { RequestDetails } from './request-details.tsx';

/** The open requests of visitors above the list of requested appointments, oldest first. Hidden while there are none. */
export function RequestsPanel() {
  const t = useTranslation('booking/screens/office');
  const { rows, total, hasMore, more, loadingMore } = usePagedRead(
    listBookingRequests,
    { perPage: 5 },
    { live: 8_000 },
  );
  if (rows.length === 0) return null;
  return (
    <div style={{ marginBottom: 16 }}>
      <Card title={t('toAnswer', { count: total })}>
        {rows.map((request) => (
          <div key={request.appointment_id} className={classes.request}>
            <AppLink to={`/appointments/details/${request.appointment_id}`}>
              {[request.name, request.address || request.order_id].filter(Boolean).join(' · ')}
            </AppLink>
            <RequestDetails request={request} />
            <RequestActions request={request} />
          </div>
        ))}
        {hasMore && (
          <Button variant="subtle" size="compact-md" loading={loadingMore} onClick={more}>
            {t('more')}
          </Button>
        )}
      </Card>
    </div>
  );
}
