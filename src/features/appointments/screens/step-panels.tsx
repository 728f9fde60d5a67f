import { lazy, Suspense, useEffect, useRef } from 'react';
import { type BookingStep, bookingSteps } from '#domain/appointment-draft.ts';
import { LinesSkeleton } from '#web/ui/states.tsx';
import type { Conflict, Overruling } from './conflicts.ts';
import classes from './dialog.module.css';
import { useDialog } from './dialog-context.ts';
import { StepLocation } from './step-location.tsx';
import { panelId, tabId } from './step-tabs.tsx';

// The dialog opens on Location; the code of the other steps follows while that is filled in.
const load = {
  services: () => import('./step-services.tsx'),
  dateTime: () => import('./step-date-time.tsx'),
  people: () => import('./step-people.tsx'),
  information: () => import('./step-information.tsx'),
};
const StepServices = lazy(async () => ({ default: (await load.services()).StepServices }));
const StepDateTime = lazy(async () => ({ default: (await load.dateTime()).StepDateTime }));
const StepPeople = lazy(async () => ({ default: (await load.people()).StepPeople }));
const StepInformation = lazy(async () => ({ default: (await load.information()).StepInformation }));

interface Props {
  /** What stood in the way of the last submit. */
  conflict: Conflict | null;
  onSettled: () => void;
  onScheduleAnyway: (reason: string, overrule: Overruling) => void;
}

/** The panels of the five tabs; only the active one has content. */
export function StepPanels(props: Props) {
  const { state } = useDialog();
  const active = useRef<HTMLDivElement>(null);
  const { focus, step } = state;

  useEffect(() => {
    for (const fetchStep of Object.values(load)) void fetchStep().catch(() => undefined);
  }, []);
  useEffect(() => {
    // A step begins at its top, wherever the one before was left.
    let parent = active.current?.parentElement;
    while (parent && parent.scrollTop === 0) parent = parent.parentElement;
    if (parent?.closest('[role="dialog"]')) parent.scrollTop = 0;
    // Choosing a technician takes the button away that was pressed: the keyboard goes on at the first field.
    let tries = 10;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      if (document.activeElement !== document.body) return;
      const field = active.current?.querySelector<HTMLElement>('input:not([type="file"]), button');
      field?.focus({ preventScroll: true });
      tries -= 1;
      if (!field && tries > 0) timer = setTimeout(goOn, 50);
    };
    goOn();
    return () => clearTimeout(timer);
  }, [step]);
  useEffect(() => {
    if (!focus) return;
    const name = CSS.escape(focus.field);
    const find = () =>
      active.current?.querySelector<HTMLElement>(`[data-leads="${name}"]`) ??
      active.current?.querySelector<HTMLElement>(`[data-field="${name}"]`);
    // The code of the step, or of the month in it, may still be on its way.
    let tries = 20;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lead = () => {
      const field = find();
      if (field && focusOn(field)) return;
      tries -= 1;
      if (tries > 0) timer = setTimeout(lead, 100);
    };
    lead();
    return () => clearTimeout(timer);
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
        {isActive && (
          <Suspense fallback={<LinesSkeleton lines={6} height={26} />}>
            <Panel step={each} {...props} />
          </Suspense>
        )}
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

/** False when there is nothing in it yet that could take the focus. */
function focusOn(field: HTMLElement): boolean {
  const controls = 'input, textarea, select, button';
  const control = field.matches(controls)
    ? field
    : (field.querySelector<HTMLElement>('td button:not([tabindex="-1"])') ??
      field.querySelector<HTMLElement>(controls));
  field.scrollIntoView({ block: 'center', behavior: 'auto' });
  control?.focus({ preventScroll: true });
  return control !== null;
}
