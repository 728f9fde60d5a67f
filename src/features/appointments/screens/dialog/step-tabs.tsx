import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { type BookingStep, bookingSteps } from '#domain/scheduling/appointment-draft.ts';
import { type StepSummary, stepSummaries } from '#domain/scheduling/booking.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconAlertTriangle, IconCheck } from '#web/ui/layout/icons.ts';
import type { DraftAction } from '../draft/draft-action.ts';
import { stepOfField } from '../draft/draft-payload.ts';
import type { DialogState } from '../draft/draft-state.ts';
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
  const list = useRef<HTMLDivElement>(null);
  const summaries = stepSummaries(state.draft, zone);
  const isInformationSeen = useIsVisited(state);
  const wrong = new Set(Object.keys(state.errors).map(stepOfField));

  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#${tabId(state.step)}`);
    // Only the tab row scrolls, horizontally, never the dialog.
    if (tab && list.current) list.current.scrollTo({ left: tab.offsetLeft - 24, behavior: 'auto' });
  }, [state.step]);

  function keyDown(event: KeyboardEvent) {
    const at = bookingSteps.indexOf(state.step);
    const last = bookingSteps.length - 1;
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const step = next === undefined ? undefined : bookingSteps[next];
    if (!step) return;
    event.preventDefault();
    dispatch({ type: 'step', step });
    list.current?.querySelector<HTMLElement>(`#${tabId(step)}`)?.focus();
  }

  return (
    <div className={classes.bar}>
      <div ref={list} role="tablist" aria-label={t('steps')} className={classes.tabs} onKeyDown={keyDown}>
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
          {isPrefilled && <span className={classes.note}>{t('prefilledInformation')}</span>}
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
