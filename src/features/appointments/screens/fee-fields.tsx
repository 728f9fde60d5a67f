import { ActionIcon, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { WireFee } from '#domain/appointment-draft.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { IconTrash } from '#web/ui/icons.ts';
import { useSaid } from './booking-texts.ts';
import { useDialog } from './dialog-context.ts';
import type { ShownFee } from './draft-pricing.ts';
import classes from './fee-editor.module.css';

interface Props {
  fees: readonly WireFee[];
  /** The same lines with their taxes computed. */
  shown: readonly ShownFee[];
}

/** The lines as fields. The tax of a service's line is computed until somebody types over it. */
export function FeeFields({ fees, shown }: Props) {
  const t = useText('appointments');
  return (
    <ul className={classes.fields} aria-label={t('fees')}>
      {fees.map((fee, i) => (
        <Fields key={`${i} ${fee.serviceId} ${fee.addOnId}`} index={i} fee={fee} shown={shown[i] ?? null} />
      ))}
    </ul>
  );
}

function Fields({ index, fee, shown }: { index: number; fee: WireFee; shown: ShownFee | null }) {
  const t = useText('appointments');
  const said = useSaid();
  const format = useFormat();
  const { state, dispatch, defaults } = useDialog();
  const patch = (change: Partial<WireFee>) => dispatch({ type: 'fee', index, patch: change });
  const error = (name: string) => said(state.errors[`fees.${index}.${name}`]);
  const name = fee.line_item || t('unnamedFee');
  const tax = shown?.tax_amount ?? fee.tax_amount;
  return (
    <li className={classes.fee}>
      <TextInput
        className={classes.item}
        label={t('item')}
        data-field={`fees.${index}.line_item`}
        value={fee.line_item}
        maxLength={120}
        onChange={(event) => patch({ line_item: event.currentTarget.value })}
        error={error('line_item')}
      />
      <NumberField
        label={t('hoursLabel')}
        field={`fees.${index}.duration`}
        value={fee.duration}
        onChange={(duration) => patch({ duration: Math.max(0, duration) })}
        error={error('duration')}
      />
      <NumberField
        label={t('amount')}
        field={`fees.${index}.pretax_amount`}
        value={fee.pretax_amount}
        onChange={(pretax_amount) => patch({ pretax_amount })}
        error={error('pretax_amount')}
        isMoney
      />
      <NumberField
        label={t('tax')}
        field={`fees.${index}.tax_amount`}
        value={tax}
        onChange={(tax_amount) => patch({ tax_amount, is_tax_manual: true })}
        error={error('tax_amount')}
        isMoney
      />
      <div className={classes.feeTotal}>
        <span className={classes.feeTotalLabel}>{t('total')}</span>
        {format.money(fee.pretax_amount + tax, defaults.currency)}
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
  value: number;
  onChange: (value: number) => void;
  error: string | undefined;
  isMoney?: boolean;
}

// Keeps its own text while it is being typed (`-`, `12.`); tells the number.
function NumberField({ label, field, value, onChange, error, isMoney }: NumberFieldProps) {
  const shown = isMoney ? value.toFixed(2) : String(value);
  const [text, setText] = useState<string | null>(null);
  useEffect(() => setText(null), [field]);
  return (
    <TextInput
      label={label}
      data-field={field}
      inputMode="decimal"
      autoComplete="off"
      value={text ?? shown}
      onChange={(event) => {
        const kept = event.currentTarget.value
          .replace(',', '.')
          .replace(/[^\d.-]/g, '')
          .replace(/(?!^)-/g, '');
        setText(kept);
        const number = Number(kept);
        const rounded = Math.round(number * 100) / 100;
        if (kept !== '' && Number.isFinite(rounded)) onChange(rounded);
        else if (kept === '') onChange(0);
      }}
      onBlur={() => setText(null)}
      error={error}
    />
  );
}
