import { Button } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { minutesToHours } from '#domain/base/durations.ts';
import { fromCents } from '#domain/base/money.ts';
import { bookingSteps } from '#domain/scheduling/appointment-draft.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { IconArrowLeft, IconArrowRight, IconBellOff } from '#web/ui/layout/icons.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import classes from '../dialog.module.css';
import type { DialogContextValue } from '../draft/dialog-context.ts';
import type { SubmitState } from './submit-button.tsx';

// Only needed once a time is selected.
const SlotHoldTimer = lazy(async () => ({
  default: (await import('../time/slot-hold-timer.tsx')).SlotHoldTimer,
}));

interface Props {
  facts: DialogContextValue;
  /** Called when someone else has taken the selected slot. */
  onTaken: (failure: ApiFailure) => void;
  submit: SubmitState;
}

/** The running total of the appointment, always visible, and the buttons that move on and finally book. */
export function DialogFooter({ facts, onTaken, submit }: Props) {
  const t = useTranslation('appointments');
  const { state, dispatch } = facts;
  const at = bookingSteps.indexOf(state.step);
  const isSilent = state.draft.information.disable_automated_notifications;
  const isPhone = useIsPhone();
  const isFirst = at === 0;
  return (
    <div className={classes.foot}>
      <div className={classes.sums}>
        <Sums facts={facts} />
        {state.draft.dateTime !== null && (
          <Suspense>
            <SlotHoldTimer facts={facts} onTaken={onTaken} />
          </Suspense>
        )}
        {isSilent && (
          <span className={classes.silent}>
            <IconBellOff size={16} aria-hidden />
            {t('silentShort')}
          </span>
        )}
      </div>
      <span className={classes.count}>{t('stepOf', { at: at + 1, of: bookingSteps.length })}</span>
      <Button
        variant="default"
        onClick={() => dispatch({ type: 'move', by: -1 })}
        // Styled and announced as disabled, but still focusable: a truly disabled button would lose the focus right
        // after it was pressed.
        aria-disabled={isFirst}
        data-disabled={isFirst}
        aria-label={t('previous')}
        {...(isPhone ? {} : { leftSection: <IconArrowLeft size={16} aria-hidden /> })}
      >
        {isPhone ? <IconArrowLeft size={18} aria-hidden /> : t('previous')}
      </Button>
      <PrimaryButton facts={facts} submit={submit} />
    </div>
  );
}

/** The one filled button of the dialog: Next, and on the last step what books or saves the appointment. */
function PrimaryButton({ facts, submit }: Pick<Props, 'facts' | 'submit'>) {
  const t = useTranslation('appointments');
  const { state, dispatch } = facts;
  if (state.step !== bookingSteps.at(-1)) {
    return (
      <Button
        onClick={() => dispatch({ type: 'move', by: 1 })}
        rightSection={<IconArrowRight size={16} aria-hidden />}
      >
        {t('next')}
      </Button>
    );
  }
  return <BookButton facts={facts} submit={submit} />;
}

/** Milliseconds after Next in which a second click, meant for Next, does not book. */
const settleTime = 600;

/** Takes the place of Next in the last step: the second click of a double one must not book. */
function BookButton({ facts, submit }: Pick<Props, 'facts' | 'submit'>) {
  const t = useTranslation('appointments');
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return (
    <Button
      onClick={() => performance.now() - shownAt.current > settleTime && submit.onClick()}
      loading={submit.loading}
      disabled={submit.disabled}
      autoFocus
    >
      {t(facts.state.editing ? 'saveAppointment' : 'bookAppointment')}
    </Button>
  );
}

function Sums({ facts }: { facts: DialogContextValue }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { price, defaults, settings, isPricing } = facts;
  const isEmpty = price.lines.length === 0;
  const hours = isEmpty ? 0 : minutesToHours(price.totals.duration_minutes);
  return (
    <dl className={classes.sum} aria-live="polite" aria-busy={isPricing}>
      {settings.see_prices && (
        <div>
          <dt>{t('total')}</dt>
          <dd data-sum="total">
            {format.money(isEmpty ? 0 : fromCents(price.totals.total_cents), defaults.currency)}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('duration')}</dt>
        <dd data-sum="duration">{t('hours', { hours: format.hours(hours) })}</dd>
      </div>
    </dl>
  );
}
