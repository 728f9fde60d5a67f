import { Fragment, useId, useState } from 'react';
import { minutesToHours } from '#domain/base/durations.ts';
import { fromCents } from '#domain/base/money.ts';
import { localizeDetails, localizeLineItem } from '#domain/pricing/localize-details.ts';
import type { Totals } from '#domain/pricing/pricing-types.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconChevronRight } from '#web/ui/layout/icons.ts';
import { pricePartLabel } from '../../draft/booking-messages.ts';
import type { ShownFee } from '../../draft/draft-pricing.ts';
import classes from './fee-editor.module.css';

interface Props {
  lines: readonly ShownFee[];
  totals: Pick<
    Totals,
    'subtotal_cents' | 'tax_cents' | 'discount_cents' | 'total_cents' | 'duration_minutes'
  >;
  currency: number;
}

/** Lines with duration, amount, tax and total; each expands to its pricing details. */
export function FeeTable({ lines, totals, currency }: Props) {
  const t = useTranslation('appointments');
  const format = useFormat();
  return (
    <table className={classes.table}>
      <caption className={classes.hidden}>{t('fees')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('item')}</th>
          <th scope="col" className={classes.time}>
            {t('duration')}
          </th>
          <th scope="col" className={classes.wideOnly}>
            {t('amount')}
          </th>
          <th scope="col" className={classes.wideOnly}>
            {t('tax')}
          </th>
          <th scope="col">{t('total')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => (
          <Line key={`${i} ${line.serviceId} ${line.addOnId}`} line={line} currency={currency} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('total')}</th>
          <td className={classes.time}>
            {t('hours', { hours: format.hours(minutesToHours(totals.duration_minutes)) })}
          </td>
          <td className={classes.wideOnly}>
            {format.money(fromCents(totals.subtotal_cents) - fromCents(totals.discount_cents), currency)}
          </td>
          <td className={classes.wideOnly}>
            {totals.tax_cents === 0 ? '' : format.money(fromCents(totals.tax_cents), currency)}
          </td>
          <td>{format.money(fromCents(totals.total_cents), currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Line({ line, currency }: { line: ShownFee; currency: number }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Fragment>
      <tr data-open={isOpen || undefined}>
        <th scope="row">
          <button
            type="button"
            className={classes.opener}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen((was) => !was)}
          >
            <IconChevronRight size={16} className={classes.chevron} aria-hidden />
            <span data-add-on={line.addOnId !== null || undefined}>
              {localizeLineItem(line.line_item, format.lang) || t('unnamedFee')}
            </span>
            <span className={classes.hidden}>{t('explain')}</span>
          </button>
        </th>
        <td className={classes.time}>
          {line.duration === 0 ? '' : t('hours', { hours: format.hours(line.duration) })}
        </td>
        <td className={classes.wideOnly}>{format.money(line.pretax_amount, currency)}</td>
        <td className={classes.wideOnly}>
          {line.tax_amount === 0 ? '' : format.money(line.tax_amount, currency)}
        </td>
        <td>{format.money(line.pretax_amount + line.tax_amount, currency)}</td>
      </tr>
      <tr id={id} hidden={!isOpen} className={classes.reasonsRow}>
        <td colSpan={5}>{isOpen && <Reasons line={line} currency={currency} />}</td>
      </tr>
    </Fragment>
  );
}

/** One row per pricing detail; their amounts add up to the line's amount. */
function Reasons({ line, currency }: { line: ShownFee; currency: number }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  return (
    <ul className={classes.reasons}>
      {line.parts.length === 0 &&
        line.pricing_details
          .split('\n')
          .filter(Boolean)
          .map((text, i) => (
            <li key={i}>
              <span>{localizeDetails(text, format, currency)}</span>
            </li>
          ))}
      {line.parts.map((part, i) => (
        <PartReason key={`${i} ${part.text}`} part={part} currency={currency} />
      ))}
      <TaxReasons line={line} currency={currency} />
      <li className={classes.lineSum}>
        <span>{t('total')}</span>
        <span className={classes.time}>
          {line.duration === 0 ? '' : t('hours', { hours: format.hours(line.duration) })}
        </span>
        <span>{format.money(line.pretax_amount + line.tax_amount, currency)}</span>
      </li>
      {line.notes_for_client_invoice && (
        <li>
          <span>
            {t('invoiceNotes')}: {line.notes_for_client_invoice}
          </span>
        </li>
      )}
    </ul>
  );
}

function PartReason({ part, currency }: { part: ShownFee['parts'][number]; currency: number }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { reason, value } = pricePartLabel(t, part, format);
  const hours = part.minutes === 0 ? '' : t('hours', { hours: format.hours(minutesToHours(part.minutes)) });
  return (
    <li data-note={part.kind === 'note' || undefined}>
      <span>
        {reason}
        {value !== null && <span className={classes.value}>{t('valueIs', { value })}</span>}
      </span>
      <span className={classes.time}>{hours}</span>
      <span>{part.kind === 'note' ? '' : format.money(fromCents(part.amount_cents), currency)}</span>
    </li>
  );
}

function TaxReasons({ line, currency }: { line: ShownFee; currency: number }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  return (
    <>
      {line.tax_description
        .split('\n')
        .filter(Boolean)
        .map((tax, i) => (
          <li key={i}>
            <span>
              {t('tax')}: {localizeDetails(tax, format, currency)}
            </span>
          </li>
        ))}
      {line.tax_description === '' && line.tax_amount !== 0 && (
        <li>
          <span>{t('tax')}</span>
          <span />
          <span>{format.money(line.tax_amount, currency)}</span>
        </li>
      )}
    </>
  );
}
