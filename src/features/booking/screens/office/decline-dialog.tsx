import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { type BookingRequestRow, declineBookingRequest } from '../../office-contract.ts';

/** Declines a request with a reason, which is mailed to the client and agent. */
export function DeclineDialog({ request, onClose }: { request: BookingRequestRow; onClose: () => void }) {
  const t = useTranslation('booking/screens/office');
  const formId = useId();
  const [reason, setReason] = useState('');
  const write = useWrite(declineBookingRequest, { toast: t('declined'), onDone: onClose });
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('declineTitle')}
      width={520}
      locked={write.pending}
      footer={
        <>
          <CancelButton disabled={write.pending} />
          <Button color="red" type="submit" form={formId} loading={write.pending}>
            {t('declineSend')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        aria-label={t('declineTitle')}
        onSubmit={(event) => {
          event.preventDefault();
          void write.send({ id: request.appointment_id, rev: request.rev, reason });
        }}
      >
        <TextArea
          label={t('reason')}
          description={t('reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          minRows={3}
          maxLength={500}
          error={write.fieldErrors.reason}
          data-autofocus
        />
      </form>
    </GuardedDialog>
  );
}
