import { useEffect, useRef } from 'react';
import { type BookingStep, bookingSteps } from '#domain/appointment-draft.ts';
import type { Conflict } from './conflicts.ts';
import classes from './dialog.module.css';
import { useDialog } from './dialog-context.ts';
import { StepDateTime } from './step-date-time.tsx';
import { StepInformation } from './step-information.tsx';
import { StepLocation } from './step-location.tsx';
import { StepPeople } from './step-people.tsx';
import { StepServices } from './step-services.tsx';
import { panelId, tabId } from './step-tabs.tsx';

interface Props {
  /** What stood in the way of the last submit. */
  conflict: Conflict | null;
  onSettled: () => void;
  onScheduleAnyway: () => void;
}

/** The panels of the five tabs; only the active one has content. */
export function StepPanels(props: Props) {
  const { state } = useDialog();
  const active = useRef<HTMLDivElement>(null);
  const { focus, step } = state;

  useEffect(() => {
    // A step begins at its top, wherever the one before was left.
    let parent = active.current?.parentElement;
    while (parent && parent.scrollTop === 0) parent = parent.parentElement;
    if (parent?.closest('[role="dialog"]')) parent.scrollTop = 0;
  }, [step]);
  useEffect(() => {
    const field =
      focus && active.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(focus.field)}"]`);
    if (field) focusOn(field);
  }, [focus]);

  return bookingSteps.map((each) => {
    const isActive = each === step;
    return (
      <div
        key={each}
        role="tabpanel"
        id={panelId(each)}
        aria-labelledby={tabId(each)}
        hidden={!isActive}
        className={classes.panel}
        ref={isActive ? active : undefined}
      >
        {isActive && <Panel step={each} {...props} />}
      </div>
    );
  });
}

function Panel({ step, ...props }: Props & { step: BookingStep }) {
  switch (step) {
    case 'addLocation':
      return <StepLocation />;
    case 'addServices':
      return <StepServices />;
    case 'setDateTime':
      return <StepDateTime {...props} />;
    case 'addPeople':
      return <StepPeople />;
    case 'addInformation':
      return <StepInformation />;
  }
}

function focusOn(field: HTMLElement): void {
  const isControl = field.matches('input, textarea, select, button');
  const control = isControl ? field : field.querySelector<HTMLElement>('input, textarea, select, button');
  control?.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center', behavior: 'auto' });
}
