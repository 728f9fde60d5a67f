import { Button } from '@mantine/core';
import { minutesToHours } from '#domain/base/durations.ts';
import { fromCents } from '#domain/base/money.ts';
import type { FeeDifference as Difference } from '#domain/pricing/fee-difference.ts';
import { localizeLineItem } from '#domain/pricing/localize-details.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import classes from './fee-difference.module.css';
import { priceDifferenceOf } from './price-difference.ts';

/**
 * Shows, line by line, how manually edited or previously booked prices differ from the currently calculated ones, so
 * that no one continues with a stale price unnoticed and nothing changes without consent.
 */
export function FeeDifference() {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { state, dispatch, defaults, isPricing } = useAppointmentDialog();
  const difference = priceDifferenceOf(state);
  if (!difference || isPricing) return null;
  const isByHand = state.draft.services.isManualEdit;
  const money = (cents: number) => format.money(fromCents(cents as never), defaults.currency);
  return (
    <div className={classes.box} role="status">
      <div className={classes.head}>
        <span>{t(isByHand ? 'differsByHand' : 'differsSaved')}</span>
        {!isByHand && (
          <Button size="compact-sm" variant="default" onClick={() => dispatch({ type: 'recalculate' })}>
            {t('recalculate')}
          </Button>
        )}
      </div>
      <table className={classes.table}>
        <caption className={classes.hidden}>{t('difference')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t(isByHand ? 'byHand' : 'booked')}</th>
            <th scope="col">{t('calculatedNow')}</th>
            <th scope="col">{t('difference')}</th>
          </tr>
        </thead>
        <tbody>
          {difference.lines.map((line, i) => (
            <tr key={`${i} ${line.line_item}`}>
              <th scope="row">{localizeLineItem(line.line_item, format.lang) || t('unnamedFee')}</th>
              <td>{amountOf(line, 'only_calculated', line.by_hand_cents, money)}</td>
              <td>{amountOf(line, 'only_by_hand', line.calculated_cents, money)}</td>
              <td>
                <Change cents={line.difference_cents} minutes={line.difference_minutes} money={money} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('total')}
            </th>
            <td>
              <Change cents={difference.total_cents} minutes={difference.minutes} money={money} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Change(props: { cents: number; minutes: number; money: (cents: number) => string }) {
  const { cents, minutes, money } = props;
  const t = useTranslation('appointments');
  const format = useFormat();
  const hours = t('hours', { hours: format.hours(minutesToHours(minutes)) });
  return (
    <>
      {(cents !== 0 || minutes === 0) && <span>{`${cents > 0 ? '+' : ''}${money(cents)}`}</span>}
      {minutes !== 0 && <span className={classes.hours}>{`${minutes > 0 ? '+' : ''}${hours}`}</span>}
    </>
  );
}

function amountOf(
  line: Difference,
  missing: Difference['kind'],
  cents: number,
  money: (cents: number) => string,
): string {
  return line.kind === missing ? '–' : money(cents);
}
