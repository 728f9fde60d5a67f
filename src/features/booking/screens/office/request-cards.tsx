import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { getBookingRequest } from '../../office-contract.ts';
import classes from './office.module.css';
import { RequestActions } from './request-actions.tsx';
import { RequestDetails } from './request-details.tsx';

/** On the details page of an open request: what its visitor sent, and the answers. */
export function OpenRequestCard({ appointmentId }: { appointmentId: string }) {
  return <RequestCard appointmentId={appointmentId} isOpen />;
}

/** On the details page of an appointment that a visitor booked or requested: what was sent. */
export function AnsweredRequestCard({ appointmentId }: { appointmentId: string }) {
  return <RequestCard appointmentId={appointmentId} isOpen={false} />;
}

function RequestCard({ appointmentId, isOpen }: { appointmentId: string; isOpen: boolean }) {
  const t = useTranslation('booking/screens/office');
  const { data: request } = useRead(getBookingRequest, { id: appointmentId }, { live: true });
  if (!request || (request.status === 'requested') !== isOpen) return null;
  return (
    <div style={isOpen ? { marginBottom: 16 } : undefined}>
      <Card title={request.name || t('fromWebsite')}>
        <div className={classes.request}>
          {/* The page shows competing requests above. */}
          <RequestDetails request={{ ...request, competing: [] }} />
          <RequestActions request={request} isMain />
        </div>
      </Card>
    </div>
  );
}
