import { Button, Checkbox, Select, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import type { Appointment } from '../../../contract.ts';
import { type Sendable, sendMessage } from '../../../send-contract.ts';
import classes from '../details.module.css';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Sends a message manually to people on the appointment, with a custom text. */
export function SendDialog(props: Props) {
  const t = useTranslation('appointments');
  const formId = useId();
  const write = useWrite(sendMessage, {
    toast: ({ recipients }) => t('messagesSent', { count: recipients }),
    onDone: props.onClose,
  });
  return (
    <GuardedDialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('sendMessage')}
      width={560}
      locked={write.pending}
      footer={
        <>
          <CancelButton disabled={write.pending} />
          <Button type="submit" form={formId} loading={write.pending}>
            {t('send')}
          </Button>
        </>
      }
    >
      {props.opened && <Fields appointment={props.appointment} write={write} formId={formId} />}
    </GuardedDialog>
  );
}

function Fields(props: {
  appointment: Appointment;
  write: ReturnType<typeof useWrite<typeof sendMessage>>;
  formId: string;
}) {
  const { appointment, write } = props;
  const t = useTranslation('appointments');
  const people = uniquePeople(appointment);
  const [template, setTemplate] = useState<Sendable>('appointment_message');
  const [extra, setExtra] = useState('');
  const [chosen, setChosen] = useState(() =>
    people.filter((one) => one.role === 'client' && one.email !== '').map((one) => one.id),
  );
  return (
    <form
      id={props.formId}
      aria-label={t('sendMessage')}
      onSubmit={(event) => {
        event.preventDefault();
        void write.send({ id: appointment.id, template, recipients: chosen, extra });
      }}
    >
      <Stack gap={16}>
        <Select
          label={t('message')}
          value={template}
          allowDeselect={false}
          onChange={(next) => next && setTemplate(next as Sendable)}
          data={applicableMessages(appointment).map((value) => ({ value, label: t(`sendable.${value}`) }))}
          error={write.fieldErrors.template}
        />
        <Recipients
          people={people}
          value={chosen}
          onChange={setChosen}
          error={write.fieldErrors.recipients}
        />
        <TextArea
          label={t(template === 'appointment_message' ? 'yourText' : 'extraText')}
          value={extra}
          onChange={(event) => setExtra(event.currentTarget.value)}
          minRows={4}
          maxRows={12}
          maxLength={5000}
          error={write.fieldErrors.extra}
          data-autofocus
        />
      </Stack>
    </form>
  );
}

interface RecipientsProps {
  people: Appointment['people'];
  /** Ids of people. */
  value: string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

function Recipients({ people, ...group }: RecipientsProps) {
  const t = useTranslation('appointments');
  return (
    <Checkbox.Group label={t('recipients')} {...group}>
      <div className={classes.recipients}>
        {people.map((one) => (
          <Checkbox
            key={one.id}
            value={one.id}
            label={fullName(one) || one.company_name}
            description={one.email || t('noEmail')}
            disabled={one.email === ''}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** A person may be listed twice, as buyer's and as listing agent. */
function uniquePeople({ people }: Appointment): Appointment['people'] {
  return people.filter((one, i) => people.findIndex((other) => other.id === one.id) === i);
}

/** Returns the messages that match the appointment's state. */
function applicableMessages({ status, has_address }: Appointment): Sendable[] {
  const own: Sendable[] =
    status === 'scheduled'
      ? ['appointment_scheduled', 'appointment_rescheduled']
      : status === 'requested'
        ? ['appointment_requested']
        : status === 'canceled'
          ? ['appointment_canceled']
          : [];
  return ['appointment_message', ...(has_address ? own : [])];
}
