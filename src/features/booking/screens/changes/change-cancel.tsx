import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { failureMessage, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { cancelByClient } from '../../change-contract.ts';
import classes from '../booking.module.css';
import { Field } from '../form-fields.tsx';
import type { ChangeStepProps } from './change-step-props.ts';

/** Cancels the appointment. What it costs is in the text and on the button before anything happens. */
export function ChangeCancel({ of, options, onBack, onDone, onRefused }: ChangeStepProps) {
  const t = useTranslation('booking');
  const format = useFormat();
  const write = useWrite(cancelByClient, {
    ...{ toast: t('change.canceled'), onDone },
    onFail: () => {
      onRefused();
      return true;
    },
  });
  const { start, timezone, currency } = options;
  const fee = options.fee ?? 0;
  const price = format.money(fee, currency);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get('reason');
    void write.send({ ...of, start, fee, reason: typeof reason === 'string' ? reason : '' });
  };
  return (
    <form className={classes.slots} noValidate onSubmit={send} aria-label={t('change.cancelTitle')}>
      <p className={classes.when}>{format.dateTime(start, timezone)}</p>
      <p>{fee > 0 ? t('change.feeNow', { price }) : t('change.free')}</p>
      <Field label={t('optional', { label: t('change.reason') })} error={write.fieldErrors.reason}>
        {(attributes) => <textarea {...attributes} name="reason" rows={3} />}
      </Field>
      {write.failure && !write.fieldErrors.reason && (
        <Notice tone="bad" isNews>
          {failureMessage(write.failure)}
        </Notice>
      )}
      <div className={classes.foot}>
        <Button variant="default" disabled={write.pending} onClick={onBack}>
          {t('change.keep')}
        </Button>
        <Button type="submit" color="red" loading={write.pending}>
          {fee > 0 ? t('change.cancelFor', { price }) : t('change.cancel')}
        </Button>
      </div>
    </form>
  );
}
