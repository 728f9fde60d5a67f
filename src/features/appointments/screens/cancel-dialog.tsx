import { Button, Checkbox, Stack } from '@mantine/core';
import { useId } from 'react';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, useDataForm } from '#web/ui/form.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { type Appointment, cancelAppointment } from '../contract.ts';
import { useStale } from './use-acts.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Cancels with a reason; the time is free again, and the clients are told when wanted. */
export function CancelDialog({ appointment, opened, onClose }: Props) {
  const t = useText('appointments');
  const formId = useId();
  const write = useWrite(cancelAppointment, { toast: t('did.cancel'), onDone: onClose, onFail: useStale() });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('cancelTitle')}
      width={480}
      locked={write.pending}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={write.pending}>
            {t('keep')}
          </Button>
          <Button color="red" type="submit" form={formId} loading={write.pending}>
            {t('act.cancel')}
          </Button>
        </>
      }
    >
      <Fields appointment={appointment} write={write} formId={formId} />
    </Dialog>
  );
}

function Fields(props: {
  appointment: Appointment;
  write: ReturnType<typeof useWrite<typeof cancelAppointment>>;
  formId: string;
}) {
  const t = useText('appointments');
  const { id, rev, disable_automated_notifications } = props.appointment;
  const form = useDataForm({
    initialValues: { reason: '', notify: !disable_automated_notifications },
    write: props.write,
    toInput: (values) => ({ id, rev, ...values }),
  });
  return (
    <Form of={form} id={props.formId} label={t('cancelTitle')}>
      <Stack gap={16}>
        <TextArea
          key={form.key('reason')}
          {...form.getInputProps('reason')}
          label={t('cancelReason')}
          minRows={3}
          maxRows={8}
          maxLength={2000}
          data-autofocus
        />
        <Checkbox
          key={form.key('notify')}
          {...form.getInputProps('notify', { type: 'checkbox' })}
          label={t('notifyClients')}
        />
      </Stack>
    </Form>
  );
}
