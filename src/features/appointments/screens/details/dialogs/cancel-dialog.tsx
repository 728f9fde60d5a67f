import { Button, Checkbox, Stack } from '@mantine/core';
import { useEffect, useId, useMemo, useRef } from 'react';
import { asCents, fromCents, toCents } from '#domain/base/money.ts';
import { asInstant } from '#domain/base/time.ts';
import { typedAmount } from '#domain/base/typed-number.ts';
import { cancellationFees } from '#domain/scheduling/cancellation.ts';
import { getSettings } from '#features/company/settings-contract.ts';
import { useRead, useWrite } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { PageSlot } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { type Appointment, cancelAppointment } from '../../../contract.ts';
import classes from '../details.module.css';
import { useStaleHandler } from '../use-appointment-update.ts';
import { StaleActionNotice } from './stale-notice.tsx';
import { useFormBase } from './use-form-base.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

type Settings = NonNullable<ReturnType<typeof useRead<typeof getSettings>>['data']>;

/** Cancels with a reason. Releases the time, proposes a fee by the company's policy, and notifies clients if wanted. */
export function CancelDialog({ appointment, opened, onClose }: Props) {
  const t = useTranslation('appointments');
  const formId = useId();
  const user = useUser();
  const seesPrices = appointment.total_fee !== null;
  const settings = useRead(
    getSettings,
    { subscriberId: user.subscriber_id || user.id },
    { enabled: opened && seesPrices },
  );
  const seen = useFormBase({ appointment, opened, valuesOf });
  const write = useWrite(cancelAppointment, {
    toast: t('did.cancel'),
    onDone: onClose,
    onFail: useStaleHandler(seen.isStale),
  });
  const { reset } = write;
  useEffect(() => reset(), [seen.round, reset]);
  const isReady = !seesPrices || settings.status !== 'loading';
  return (
    <GuardedDialog
      opened={opened}
      onClose={onClose}
      title={t('cancelTitle')}
      width={520}
      locked={write.pending}
      footer={
        <>
          <CancelButton disabled={write.pending}>{t('keep')}</CancelButton>
          <Button
            color="red"
            type="submit"
            form={formId}
            loading={write.pending}
            disabled={!isReady || seen.theirs !== null}
          >
            {t('act.cancel')}
          </Button>
        </>
      }
    >
      {opened && isReady ? (
        <Fields seen={seen} settings={settings.data ?? null} write={write} formId={formId} />
      ) : (
        <LinesSkeleton lines={4} />
      )}
    </GuardedDialog>
  );
}

interface FeeField {
  kind: 'cancellation' | 'trip';
  isOn: boolean;
  amount: string;
}

interface Values {
  reason: string;
  notify: boolean;
  /** Null for the company's default policy. */
  fees: FeeField[] | null;
}

const valuesOf = (appointment: Appointment): Values => ({
  reason: '',
  notify: !appointment.disable_automated_notifications,
  fees: null,
});

interface FieldsProps {
  seen: ReturnType<typeof useFormBase<Values>>;
  settings: Settings | null;
  write: ReturnType<typeof useWrite<typeof cancelAppointment>>;
  formId: string;
}

function Fields(props: FieldsProps) {
  const { seen, settings, write } = props;
  const { base, values, patch } = seen;
  const { reason, notify } = values;
  const t = useTranslation('appointments');
  const policy = useMemo(() => proposed(base, settings), [base, settings]);
  const fees = values.fees ?? policy;
  const submit = useCancel(props);
  const first = useRef<HTMLTextAreaElement>(null);
  // The fields appear after the policy has loaded, when the dialog has already focused something else.
  useEffect(() => first.current?.focus(), []);
  return (
    <form
      id={props.formId}
      aria-label={t('cancelTitle')}
      onSubmit={(event) => {
        event.preventDefault();
        submit(fees);
      }}
    >
      <Stack gap={16}>
        <StaleActionNotice seen={seen} act="cancel" />
        <TextArea
          ref={first}
          label={t('cancelReason')}
          value={reason}
          onChange={(event) => patch({ reason: event.currentTarget.value })}
          minRows={3}
          maxRows={8}
          maxLength={2000}
          error={write.fieldErrors.reason}
        />
        {base.total_fee !== null && (
          <FeeFields
            appointment={base}
            settings={settings}
            fees={fees}
            onChange={(next) => patch({ fees: next })}
          />
        )}
        <Checkbox
          label={t('notifyClients')}
          checked={notify}
          onChange={(event) => patch({ notify: event.currentTarget.checked })}
        />
        <PageSlot name="appointment.planned-changes" appointmentId={base.id} to="canceled" />
      </Stack>
    </form>
  );
}

/** Cancels with these fees, unless one of them is no amount or another user has changed the appointment. */
function useCancel({ seen, write }: FieldsProps) {
  const t = useTranslation('appointments');
  const { base, values, theirs } = seen;
  return (fees: readonly NonNullable<Values['fees']>[number][]) => {
    const charged = fees.filter((fee) => fee.isOn);
    if (charged.some((fee) => amountOf(fee) === null) || theirs !== null) return;
    void write.send({
      id: base.id,
      rev: base.rev,
      reason: values.reason,
      notify: values.notify,
      credit_item: t('creditItem'),
      fees: charged.map((fee) => ({
        kind: fee.kind,
        line_item: t(`fee.${fee.kind}`),
        pretax_amount: amountOf(fee) ?? 0,
      })),
    });
  };
}

/** The fees of the company's policy, each removable and editable. */
function FeeFields(props: {
  appointment: Appointment;
  settings: Settings | null;
  fees: FeeField[];
  onChange: (fees: FeeField[]) => void;
}) {
  const { appointment, settings, fees, onChange } = props;
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency } = useUser();
  const set = (kind: FeeField['kind'], part: Partial<FeeField>) =>
    onChange(fees.map((fee) => (fee.kind === kind ? { ...fee, ...part } : fee)));
  const isCharged = fees.some((fee) => fee.isOn);
  return (
    <fieldset className={classes.fees}>
      <legend>{t('cancelFees')}</legend>
      <p className={classes.none}>{usePolicy(settings)}</p>
      {fees.map((fee) => (
        <div key={fee.kind} className={classes.feeRow}>
          <Checkbox
            label={t(`fee.${fee.kind}`)}
            checked={fee.isOn}
            onChange={(event) => set(fee.kind, { isOn: event.currentTarget.checked })}
          />
          <MoneyInput
            currency={currency}
            aria-label={t('amountOf', { name: t(`fee.${fee.kind}`) })}
            value={fee.amount}
            disabled={!fee.isOn}
            onChange={(event) => set(fee.kind, { amount: event.currentTarget.value })}
            error={fee.isOn && amountOf(fee) === null ? t('problem.amountNumber') : undefined}
          />
        </div>
      ))}
      {isCharged && appointment.total_fee !== null && appointment.total_fee !== 0 && (
        <p className={classes.none}>
          {t('cancelCredit', { amount: format.money(appointment.total_fee, currency) })}
        </p>
      )}
    </fieldset>
  );
}

/** Returns the company's policy as a sentence. */
function usePolicy(settings: Settings | null): string {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency } = useUser();
  if (!settings || settings.cancellation_hours === null) return t('policy.none');
  const fee =
    settings.cancellation_fee_type === 1
      ? t('policy.percent', { percent: format.number(settings.cancellation_fee) })
      : format.money(settings.cancellation_fee, currency);
  const hours = settings.cancellation_hours;
  return t('policy.fee', { fee, hours: format.number(hours), count: hours });
}

function proposed(appointment: Appointment, settings: Settings | null): FeeField[] {
  const none = { cancellation_cents: 0, trip_cents: 0 };
  const total_cents = toCents(appointment.total_fee ?? 0);
  const date_time = asInstant(appointment.date_time);
  const cents = settings ? cancellationFees(settings, { date_time, total_cents }, now()) : none;
  const field = (kind: FeeField['kind'], amount: number, fallback: number): FeeField => ({
    kind,
    isOn: amount > 0,
    amount: amount > 0 ? fromCents(asCents(amount)).toFixed(2) : fallback > 0 ? fallback.toFixed(2) : '',
  });
  const isAmount = settings?.cancellation_fee_type === 2;
  return [
    field('cancellation', cents.cancellation_cents, isAmount ? settings.cancellation_fee : 0),
    ...(settings && settings.trip_fee > 0 ? [field('trip', cents.trip_cents, settings.trip_fee)] : []),
  ];
}

function amountOf({ amount }: FeeField): number | null {
  const typed = typedAmount(amount);
  return 'cents' in typed && typed.cents >= 0 ? fromCents(typed.cents) : null;
}
