import { Button, Checkbox, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { ConflictNotice } from '#features/appointments/screens/kit/conflict-notice.tsx';
import { useTimeConflict } from '#features/appointments/screens/kit/use-time-conflict.ts';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { acceptBookingRequest, type BookingRequestRow } from '../../office-contract.ts';
import { sentTime, TimeChoice, wishOf } from './time-choice.tsx';

/** Confirms a request at its wished time or another, with a technician. A busy technician needs a reason. */
export function AcceptDialog({ request, onClose }: { request: BookingRequestRow; onClose: () => void }) {
  const t = useTranslation('booking/screens/office');
  const formId = useId();
  const [time, setTime] = useState(() => wishOf(request));
  const [isSent, setSent] = useState(true);
  const { taken, clear, isTaken } = useTimeConflict();
  const write = useWrite(acceptBookingRequest, {
    toast: t('accepted'),
    onDone: onClose,
    onFail: isTaken,
  });
  const { appointment_id: id, rev } = request;
  const input = { id, rev, ...sentTime(time), send_notifications: isSent };
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('acceptTitle')}
      width={560}
      locked={write.pending}
      footer={
        <>
          <CancelButton disabled={write.pending} />
          {!taken && (
            <Button type="submit" form={formId} loading={write.pending}>
              {t('confirm')}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        aria-label={t('acceptTitle')}
        onSubmit={(event) => {
          event.preventDefault();
          void write.send(input);
        }}
      >
        <Stack gap={16}>
          <TimeChoice
            request={request}
            value={time}
            onChange={(next) => {
              clear();
              setTime(next);
            }}
            errors={write.fieldErrors}
          />
          <Checkbox
            label={t('sendConfirmation')}
            checked={isSent}
            onChange={(event) => setSent(event.currentTarget.checked)}
          />
        </Stack>
      </form>
      {taken && (
        <ConflictNotice
          conflicts={taken.conflicts}
          message={taken.message}
          technicians={time.technician ? [time.technician] : []}
          timezone={request.timezone}
          mayOverrule
          onScheduleAnyway={(_, overrule) => void write.send({ ...input, overrule })}
        />
      )}
    </GuardedDialog>
  );
}
