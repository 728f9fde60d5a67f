import { Button } from '@mantine/core';
import { localizeLineItem } from '#domain/pricing/localize-details.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { IconPlus } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import dialog from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import { savedPrice } from '../../draft/draft-pricing.ts';
import { hasManualChanges } from '../../draft/draft-services.ts';
import { FeeDifference } from './fee-difference.tsx';
import classes from './fee-editor.module.css';
import { FeeFields } from './fee-fields.tsx';
import { FeeTable } from './fee-table.tsx';

/** The fee lines: calculated and explained, or edited manually. */
export function FeeEditor() {
  const t = useTranslation('appointments');
  const { state, price, defaults, settings, isPricing } = useAppointmentDialog();
  const localize = useLocalizeMessage();
  if (!settings.see_prices) return <Times />;
  const isEmpty = price.lines.length === 0;
  return (
    <section className={dialog.section} data-field="fees" aria-label={t('fees')} aria-busy={isPricing}>
      <div className={dialog.sectionHead}>
        <span className={classes.headText}>
          <h3 className={dialog.heading}>{t('fees')}</h3>
          {state.draft.services.isManualEdit && !state.manual && <EditedByHand />}
          {savedPrice(state) && !state.manual && <StatusPill tone="mute">{t('asBooked')}</StatusPill>}
        </span>
        <EditorButtons />
      </div>
      {isEmpty && <p className={classes.empty}>{t('noFees')}</p>}
      {!isEmpty && state.manual && <FeeFields fees={state.manual} shown={price.lines} />}
      {!isEmpty && !state.manual && (
        <FeeTable lines={price.lines} totals={price.totals} currency={defaults.currency} />
      )}
      <FeeDifference />
      {price.notes.length > 0 && (
        <p className={classes.notes}>{price.notes.map((note) => localize(note)).join(' · ')}</p>
      )}
    </section>
  );
}

function EditorButtons() {
  const t = useTranslation('appointments');
  const { state, dispatch } = useAppointmentDialog();
  const isChanged = hasManualChanges(state);
  return (
    <span className={classes.buttons}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => dispatch({ type: 'manual', act: 'addFee' })}
      >
        {t('addFee')}
      </Button>
      {state.manual ? (
        <>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => dispatch({ type: 'manual', act: 'revertOrBack' })}
          >
            {t(isChanged ? 'revert' : 'back')}
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            disabled={!isChanged}
            onClick={() => dispatch({ type: 'manual', act: 'save' })}
          >
            {t('saveChanges')}
          </Button>
        </>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => dispatch({ type: 'manual', act: 'start' })}
        >
          {t('manualEdit')}
        </Button>
      )}
    </span>
  );
}

function EditedByHand() {
  const t = useTranslation('appointments');
  const { dispatch } = useAppointmentDialog();
  const undo = async () => {
    const isSure = await confirm({
      title: t('calculatedTitle'),
      text: t('calculatedText'),
      yes: t('calculatedYes'),
    });
    if (isSure) dispatch({ type: 'manual', act: 'calculated' });
  };
  return (
    <>
      <StatusPill tone="info">{t('part.manual')}</StatusPill>
      <button type="button" className={dialog.textLink} onClick={() => void undo()}>
        {t('toCalculated')}
      </button>
    </>
  );
}

// Users who may not see prices still see the durations.
function Times() {
  const t = useTranslation('appointments');
  const { lang } = useFormat();
  const { price } = useAppointmentDialog();
  if (price.lines.length === 0) return null;
  return (
    <section className={dialog.section} aria-label={t('chosen')}>
      <h3 className={dialog.heading}>{t('chosen')}</h3>
      <ul className={classes.names}>
        {price.lines.map((line) => (
          <li key={`${line.serviceId} ${line.addOnId} ${line.line_item}`}>
            {localizeLineItem(line.line_item, lang)}
          </li>
        ))}
      </ul>
    </section>
  );
}
