import { Autocomplete, MultiSelect, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Option } from '#domain/scheduling/appointment-draft.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { PageSlot } from '#web/page-slots.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import classes from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import { FeeEditor } from '../fees/fee-editor.tsx';
import { ServiceCards } from './service-cards.tsx';
import { SubEvents } from './sub-events.tsx';

/** Services, prices and payment. */
export function StepServices() {
  return (
    <>
      <ServiceCards />
      <FeeEditor />
      <Documents />
      <SubEvents />
      <Payment />
    </>
  );
}

/** Templates, agreements and the discount code. */
function Documents() {
  const t = useTranslation('appointments');
  const { state, dispatch, defaults } = useAppointmentDialog();
  const localize = useLocalizeMessage();
  const { newServices } = state.draft.services;
  return (
    <section className={classes.section}>
      <div className={classes.three}>
        <MultiSelectField
          label={t('templates')}
          field="templates"
          options={defaults.templateOptions}
          value={newServices.templates}
          onChange={(options) => dispatch({ type: 'templates', options })}
          error={localize(state.errors.templates)}
        />
        <MultiSelectField
          label={t('agreements')}
          field="agreements"
          options={defaults.agreementOptions}
          value={newServices.agreements}
          onChange={(options) => dispatch({ type: 'agreements', options })}
          error={localize(state.errors.agreements)}
        />
        <DiscountField />
      </div>
      {state.editing && (
        <PageSlot
          name="appointment.templates"
          appointmentId={state.editing.appointment.id}
          templates={newServices.templates.map((one) => one.value)}
        />
      )}
    </section>
  );
}

interface OptionsFieldProps {
  label: string;
  field: string;
  options: readonly Option[];
  value: readonly Option[];
  onChange: (options: Option[]) => void;
  error: string | undefined;
}

/** A multi-select for a short list. */
export function MultiSelectField({ label, field, options, value, onChange, error }: OptionsFieldProps) {
  const t = useTranslation('appointments');
  // An option that is no longer offered stays while it is selected.
  const all = [...options, ...value.filter((one) => !options.some((other) => other.value === one.value))];
  return (
    <div data-field={field}>
      <MultiSelect
        label={label}
        placeholder={value.length === 0 ? t('none') : undefined}
        data={all.map((one) => ({ value: one.value, label: one.label }))}
        value={value.map((one) => one.value)}
        onChange={(values) => {
          const chosen = values.flatMap((id) => all.find((one) => one.value === id) ?? []);
          onChange(chosen.map((one) => ({ value: one.value, label: one.label })));
        }}
        searchable
        clearable
        nothingFoundMessage={t('nothingFound')}
        // Keeps the search field in line with its pills.
        styles={{ inputField: { minWidth: 40 } }}
        error={error}
      />
    </div>
  );
}

// Typed or selected; the server returns the discount or why it does not apply.
function DiscountField() {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { state, dispatch, defaults } = useAppointmentDialog();
  const code = state.draft.services.discountCode;
  const [typed, setTyped] = useState(code ?? '');
  useEffect(() => setTyped(code ?? ''), [code]);
  const commit = (text: string) => {
    const next = text.trim().toUpperCase();
    if (next !== (code ?? '')) dispatch({ type: 'discountCode', code: next === '' ? null : next });
  };
  return (
    <Autocomplete
      label={t('discountCode')}
      data-field="discount_code"
      placeholder={t('none')}
      data={[...new Set(defaults.discountOptions.map((one) => one.code))]}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={commit}
      onBlur={() => commit(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(typed);
      }}
      clearable
      onClear={() => commit('')}
      maxLength={30}
      autoComplete="off"
      error={localize(state.errors.discount_code ?? state.discount.problem ?? undefined)}
    />
  );
}

function Payment() {
  const t = useTranslation('appointments');
  const { state, dispatch } = useAppointmentDialog();
  const { information } = state.draft;
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('payment')}</h3>
      <div className={classes.columns} style={{ marginTop: 12 }}>
        <Switch
          label={t('requirePayment')}
          description={t('requirePaymentHint')}
          checked={information.requirePayment}
          onChange={(event) =>
            dispatch({ type: 'information', patch: { requirePayment: event.currentTarget.checked } })
          }
        />
        <TextArea
          label={t('paymentNotes')}
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={information.paymentNotes}
          onChange={(event) =>
            dispatch({ type: 'information', patch: { paymentNotes: event.currentTarget.value } })
          }
        />
      </div>
      <Cancellation />
    </section>
  );
}

/** The cancellation policy clients must know before they book. */
function Cancellation() {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { cancellation, currency } = useAppointmentDialog().defaults;
  if (!cancellation) return null;
  const { hours, fee_type, fee, trip } = cancellation;
  const cost = fee_type === 1 ? `${format.hours(fee)} %` : format.money(fee, currency);
  const kind = fee_type === 1 ? 'Share' : 'Amount';
  return (
    <div style={{ marginTop: 14 }}>
      <Notice tone="mute" title={t('cancellationPolicy')}>
        {hours !== null && (
          <div>
            {t(`${hours === 0 ? 'afterStart' : 'cancellation'}${kind}`, { hours, count: hours, fee: cost })}
          </div>
        )}
        {trip > 0 && <div>{t('tripFee', { fee: format.money(trip, currency) })}</div>}
        <div>{t('notifyClient')}</div>
      </Notice>
    </div>
  );
}
