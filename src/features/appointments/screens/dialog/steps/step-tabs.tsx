import { type ReactNode, useEffect, useState } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { type BookingStep, bookingSteps } from '#domain/scheduling/appointment-draft.ts';
import { type StepSummary, stepSummaries } from '#domain/scheduling/booking.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconAlertTriangle, IconCheck } from '#web/ui/layout/icons.ts';
import { useTabRow } from '#web/ui/table/use-tab-row.ts';
import type { DraftAction } from '../../draft/draft-action.ts';
import { stepOfField } from '../../draft/draft-payload.ts';
import type { DialogState } from '../../draft/draft-state.ts';
import classes from './step-tabs.module.css';

interface Props {
  state: DialogState;
  dispatch: (action: DraftAction) => void;
  zone: Zone;
  /** The Submit button, on desktop. */
  extra?: ReactNode;
}

/** The five steps as tabs, each with a summary of its input; arrow keys move between them. */
export function StepTabs({ state, dispatch, zone, extra }: Props) {
  const t = useTranslation('appointments');
  const summaries = stepSummaries(state.draft, zone);
  const isInformationSeen = useIsVisited(state);
  const wrong = new Set(Object.keys(state.errors).map(stepOfField));

  const { rowClass, more, ...row } = useTabRow({
    ids: bookingSteps,
    active: state.step,
    onChange: (step) => dispatch({ type: 'step', step }),
  });

  return (
    <div className={classes.bar}>
      <div
        {...row}
        role="tablist"
        aria-label={t('steps')}
        className={`${classes.tabs} ${rowClass}`}
        data-more={more}
      >
        {summaries.map((summary, i) => (
          <Tab
            key={summary.step}
            summary={summary}
            number={i + 1}
            isActive={summary.step === state.step}
            isWrong={wrong.has(summary.step)}
            isPrefilled={summary.step === 'addInformation' && summary.isFilled && !isInformationSeen}
            onClick={() => dispatch({ type: 'step', step: summary.step })}
          />
        ))}
      </div>
      {extra && <div className={classes.extra}>{extra}</div>}
    </div>
  );
}

interface TabProps {
  summary: StepSummary;
  number: number;
  isActive: boolean;
  isWrong: boolean;
  /** Filled by the product, and not yet seen by the user: said instead of ticked. */
  isPrefilled: boolean;
  onClick: () => void;
}

/** Returns whether the Information step was opened; an existing appointment was filled in before. */
function useIsVisited({ step, editing }: DialogState): boolean {
  const [isVisited, setVisited] = useState(false);
  useEffect(() => {
    if (step === 'addInformation') setVisited(true);
  }, [step]);
  return isVisited || editing !== null;
}

function Tab({ summary, number, isActive, isWrong, isPrefilled, onClick }: TabProps) {
  const t = useTranslation('appointments');
  const isTicked = summary.isFilled && !isPrefilled && !isWrong;
  return (
    <button
      type="button"
      role="tab"
      id={tabId(summary.step)}
      aria-selected={isActive}
      aria-controls={panelId(summary.step)}
      tabIndex={isActive ? 0 : -1}
      className={classes.tab}
      data-wrong={isWrong || undefined}
      onClick={onClick}
    >
      <span className={classes.mark} data-filled={isTicked || undefined} aria-hidden>
        {isWrong ? (
          <IconAlertTriangle size={14} stroke={2.2} />
        ) : isTicked ? (
          <IconCheck size={14} stroke={2.4} />
        ) : (
          number
        )}
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{t(`step.${summary.step}`)}</span>
        <span className={classes.summary}>
          {summaryLine(t, summary)}
          {isPrefilled && (
            <span className={classes.note} title={t('prefilledInformationHint')}>
              {t('prefilledInformation')}
            </span>
          )}
        </span>
      </span>
    </button>
  );
}

function summaryLine(t: (key: string) => string, summary: StepSummary): string {
  if (!summary.isFilled) return t(`empty.${summary.step}`);
  return summary.value ?? t(`filled.${summary.step}`);
}

/** Ids that link a tab to its panel. */
export const tabId = (step: BookingStep) => `step-tab-${step}`;
/** Id of the panel of a step's tab. */
export const panelId = (step: BookingStep) => `step-panel-${step}`;
