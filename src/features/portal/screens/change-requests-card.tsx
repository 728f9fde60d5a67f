import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { AppointmentSlotProps } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type ChangeRequest, handleChangeRequest, listChangeRequests } from '../office-contract.ts';
import classes from './waivers-card.module.css';

/** Appointment card with the clients' change requests. Hidden while there are none. */
export function ChangeRequestsCard({ appointmentId, canEdit }: AppointmentSlotProps) {
  const t = useTranslation('portal');
  const list = useRead(listChangeRequests, { id: appointmentId }, { live: true });
  const [showsAll, setShowsAll] = useState(false);
  const all = list.data ?? [];
  if (all.length === 0) return null;
  const open = all.filter((each) => each.handled_at === null);
  const settled = all.length - open.length;
  return (
    <Card title={t('changeRequests.title')}>
      {open.length === 0 && <EmptyLine>{t('changeRequests.allSettled')}</EmptyLine>}
      {(showsAll ? all : open).map((each) => (
        <Row key={each.id} appointmentId={appointmentId} request={each} canEdit={canEdit} />
      ))}
      {settled > 0 && !showsAll && (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setShowsAll(true)}>
          {t('changeRequests.showSettled', { count: settled })}
        </Button>
      )}
    </Card>
  );
}

function Row(props: { appointmentId: string; request: ChangeRequest; canEdit: boolean }) {
  const t = useTranslation('portal');
  const format = useFormat();
  const { timezone } = useUser();
  const { appointmentId, request, canEdit } = props;
  const write = useWrite(handleChangeRequest);
  const isSettled = request.handled_at !== null;
  const settle = () => write.send({ id: appointmentId, requestId: request.id, handled: !isSettled });
  return (
    <div className={classes.row} data-ended={isSettled || undefined}>
      <div className={classes.words}>
        <strong>{t(`change.kind.${request.wish}`)}</strong>{' '}
        {isSettled && <StatusPill tone="ok">{t('change.settled')}</StatusPill>}
        <div className={classes.message}>{request.message}</div>
        <div className={classes.dim}>
          {request.name} · {format.dateTime(request.created_at, timezone)}
          {!request.is_known && ` · ${t('changeRequests.unproved')}`}
          {request.email && (
            <>
              {' · '}
              <a href={`mailto:${request.email}`}>{request.email}</a>
            </>
          )}
        </div>
        {isSettled && request.handled_by_name && (
          <div className={classes.dim}>
            {t('changeRequests.settledBy', { name: request.handled_by_name })}
          </div>
        )}
      </div>
      {canEdit && (
        <Button
          variant={isSettled ? 'subtle' : 'default'}
          size="compact-sm"
          loading={write.pending}
          onClick={() => void settle()}
        >
          {t(isSettled ? 'changeRequests.reopen' : 'changeRequests.settle')}
        </Button>
      )}
    </div>
  );
}
