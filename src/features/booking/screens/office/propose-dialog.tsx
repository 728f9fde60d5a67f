import { Button, Select, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { holdChoices, mostProposed } from '#domain/booking/time-proposal.ts';
import { ConflictNotice } from '#features/appointments/screens/kit/conflict-notice.tsx';
import { useTimeConflict } from '#features/appointments/screens/kit/use-time-conflict.ts';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { type BookingRequestRow, proposeTimes } from '../../office-contract.ts';
import classes from './office.module.css';
import { type ChosenTime, sentTime, TimeChoice, wishOf } from './time-choice.tsx';

type HoldHours = (typeof holdChoices)[number];

/** Proposes up to three times to the client, who chooses one by the link in the email. */
export function ProposeDialog({ request, onClose }: { request: BookingRequestRow; onClose: () => void }) {
  const t = useTranslation('booking/screens/office');
  const formId = useId();
  const [times, setTimes] = useState<ChosenTime[]>(() => [wishOf(request)]);
  const [hours, setHours] = useState<HoldHours>(48);
  const [message, setMessage] = useState('');
  const { taken, clear, isTaken } = useTimeConflict();
  const write = useWrite(proposeTimes, {
    toast: t('proposalSent'),
    onDone: onClose,
    onFail: isTaken,
  });
  const change = (next: ChosenTime[]) => {
    clear();
    setTimes(next);
  };
  const { appointment_id: id, rev } = request;
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('proposeTitle')}
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
      <form
        id={formId}
        aria-label={t('proposeTitle')}
        onSubmit={(event) => {
          event.preventDefault();
          void write.send({ id, rev, times: times.map(sentTime), hours, message });
        }}
      >
        <Stack gap={16}>
          <TimesFields request={request} times={times} onChange={change} errors={write.fieldErrors} />
          <Select
            label={t('hold')}
            value={String(hours)}
            allowDeselect={false}
            onChange={(next) => setHours(Number(next) as HoldHours)}
            data={holdChoices.map((value) => ({
              value: String(value),
              label: t('days', { count: value / 24 }),
            }))}
          />
          <TextArea
            label={t('toClient')}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
            maxLength={1000}
            error={write.fieldErrors.message}
          />
        </Stack>
      </form>
      {taken && (
        <ConflictNotice
          conflicts={taken.conflicts}
          message={taken.message}
          technicians={times.flatMap((one) => one.technician ?? [])}
          timezone={request.timezone}
          mayOverrule={false}
          onScheduleAnyway={() => {}}
        />
      )}
    </GuardedDialog>
  );
}

function TimesFields(props: {
  request: BookingRequestRow;
  times: ChosenTime[];
  onChange: (times: ChosenTime[]) => void;
  errors: Record<string, string>;
}) {
  const { request, times, onChange, errors } = props;
  const t = useTranslation('booking/screens/office');
  const add = () => {
    const last = times.at(-1);
    onChange([...times, { dateTime: last?.dateTime ?? '', technician: last?.technician ?? null }]);
  };
  return (
    <>
      {times.map((time, i) => (
        // Times have no identity; the fields show exactly their values.
        <TimeChoice
          key={i}
          request={request}
          value={time}
          onChange={(next) => onChange(times.map((one, at) => (at === i ? next : one)))}
          errors={{
            date_time: errors[`times.${i}.date_time`] ?? (i === 0 ? errors.times : undefined),
            technician_id: errors[`times.${i}.technician_id`],
          }}
          legend={t('timeNumber', { number: i + 1 })}
        />
      ))}
      <div className={classes.buttons}>
        {times.length < mostProposed && (
          <Button variant="default" size="compact-md" onClick={add}>
            {t('addTime')}
          </Button>
        )}
        {times.length > 1 && (
          <Button variant="subtle" size="compact-md" onClick={() => onChange(times.slice(0, -1))}>
            {t('removeTime')}
          </Button>
        )}
      </div>
    </>
  );
}
