import { ActionIcon, TextInput } from '@mantine/core';
import { useState } from 'react';
import { typedNumber } from '#domain/base/typed-number.ts';
import { parseManualFees } from '#domain/pricing/manual-fees.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconTrash } from '#web/ui/layout/icons.ts';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import type { ShownFee } from '../../draft/draft-pricing.ts';
import type { FeeNumber, TypedFee } from '../../draft/draft-state.ts';
import classes from './fee-editor.module.css';

interface Props {
  fees: readonly TypedFee[];
  /** The same lines with their computed taxes. */
  shown: readonly ShownFee[];
}

/**
 * The lines as inputs. The tax of a service line is computed until the user overwrites it. Input stays as typed;
 * invalid values show a message below their field, by the server's rules.
 */
export function FeeFields({ fees, shown }: Props) {
  const t = useTranslation('appointments');
  const { problems } = parseManualFees(fees);
  return (
    <ul className={classes.fields} aria-label={t('fees')}>
      {fees.map((fee, i) => (
        <Fields
          key={`${i} ${fee.serviceId} ${fee.addOnId}`}
          index={i}
          fee={fee}
          shown={shown[i] ?? null}
          problems={problems}
        />
      ))}
    </ul>
  );
}

interface FieldsProps {
  index: number;
  fee: TypedFee;
  shown: ShownFee | null;
  problems: Record<string, string>;
}

function Fields({ index, fee, shown, problems }: FieldsProps) {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const format = useFormat();
  const { state, dispatch, defaults } = useAppointmentDialog();
  const [isNameLeft, setNameLeft] = useState(false);
  const patch = (change: Partial<TypedFee>) => dispatch({ type: 'fee', index, patch: change });
  const nameField = `fees.${index}.line_item`;
  const name = fee.line_item || t('unnamedFee');
  const tax = shown?.tax_amount ?? fee.tax_amount;
  const number = (field: FeeNumber, value: number, more: Partial<TypedFee> = {}) => ({
    field: `fees.${index}.${field}`,
    text: fee.typed?.[field] ?? (field === 'duration' ? String(value) : value.toFixed(2)),
    error: localize(problems[`fees.${index}.${field}`] ?? state.errors[`fees.${index}.${field}`]),
    onChange: (text: string) =>
      patch({ ...more, [field]: typedNumber(text) ?? Number.NaN, typed: { ...fee.typed, [field]: text } }),
    onLeave: () => {
      // A valid number is formatted; invalid text stays, so that its message makes sense.
      if (fee.typed?.[field] === undefined || problems[`fees.${index}.${field}`]) return;
      const { [field]: _, ...typed } = fee.typed;
      patch({ typed });
    },
  });
  return (
    <li className={classes.fee}>
      <TextInput
        className={classes.item}
        label={t('item')}
        data-field={nameField}
        value={fee.line_item}
        onChange={(event) => patch({ line_item: event.currentTarget.value })}
        onBlur={() => setNameLeft(true)}
        error={localize(isNameLeft || fee.line_item !== '' ? problems[nameField] : state.errors[nameField])}
      />
      <NumberField label={t('hoursLabel')} {...number('duration', fee.duration)} />
      <NumberField label={t('amount')} {...number('pretax_amount', fee.pretax_amount)} />
      <NumberField label={t('tax')} {...number('tax_amount', tax, { is_tax_manual: true })} />
      <div className={classes.feeTotal}>
        <span className={classes.feeTotalLabel}>{t('total')}</span>
        {format.money((shown?.pretax_amount ?? 0) + (shown?.tax_amount ?? 0), defaults.currency)}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={classes.feeRemove}
        aria-label={t('removeFee', { name })}
        onClick={() => dispatch({ type: 'removeFee', index })}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
      <TextInput
        className={classes.feeNotes}
        label={t('invoiceNotes')}
        value={fee.notes_for_client_invoice}
        maxLength={2000}
        onChange={(event) => patch({ notes_for_client_invoice: event.currentTarget.value })}
      />
    </li>
  );
}

interface NumberFieldProps {
  label: string;
  field: string;
  text: string;
  onChange: (text: string) => void;
  onLeave: () => void;
  error: string | undefined;
}

function NumberField({ label, field, text, onChange, onLeave, error }: NumberFieldProps) {
  return (
    <TextInput
      label={label}
      data-field={field}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
      error={error}
    />
  );
}
