import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { type BookingStep, bookingSteps } from '#domain/scheduling/appointment-draft.ts';
import { stepSummaries } from '#domain/scheduling/booking.ts';
import { loadMessages } from '#web/i18n.ts';
import { lazyComponent, RetryBoundary } from '#web/ui/feedback/lazy-component.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import classes from '../../dialog.module.css';
import type { OverruleInput, TimeConflictError } from '../../draft/conflicts.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import { focusWhenReady } from './focus-when-ready.ts';
import { StepLocation } from './step-location.tsx';
import { panelId, tabId } from './step-tabs.tsx';

// The dialog opens on Location; the code of the other steps loads in the background.
const Services = lazyComponent(async () => (await import('./step-services.tsx')).StepServices);
const DateTime = lazyComponent(async () => (await import('./step-date-time.tsx')).StepDateTime);
const People = lazyComponent(async () => {
  const [{ StepPeople }] = await Promise.all([import('./step-people.tsx'), loadMessages('people')]);
  return StepPeople;
});
const Information = lazyComponent(async () => (await import('./step-information.tsx')).StepInformation);
const following = [Services, DateTime, People, Information];

interface Props {
  /** The conflicts of the last submit. */
  conflict: TimeConflictError | null;
  onSettled: () => void;
  onScheduleAnyway: (reason: string, overrule: OverruleInput) => void;
}

/** The panels of the five tabs; only the active one has content. */
export function StepPanels(props: Props) {
  const { step } = useAppointmentDialog().state;
  const active = useStepFocus();
  const onKeyDown = useEnterMovesOn();

  useEffect(() => {
    for (const each of following) void each.fetch().catch(() => undefined);
  }, []);

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
        onKeyDown={onKeyDown}
      >
        {isActive && (
          <RetryBoundary of={following}>
            <Suspense fallback={<LinesSkeleton lines={6} height={26} />}>
              <Panel step={each} {...props} />
            </Suspense>
          </RetryBoundary>
        )}
      </div>
    );
  });
}

/** Enter in a field of a filled step moves on, as Next does, unless the field uses it itself. */
function useEnterMovesOn() {
  const { state, dispatch, zone } = useAppointmentDialog();
  return (event: KeyboardEvent) => {
    const { target } = event;
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!(target instanceof HTMLInputElement) || !target.closest('[data-enter-next]')) return;
    const summary = stepSummaries(state.draft, zone).find((one) => one.step === state.step);
    if (!summary?.isFilled) return;
    event.preventDefault();
    dispatch({ type: 'move', by: 1 });
  };
}

/** Moves the scroll position and the focus with the step; returns the ref of the active panel. */
function useStepFocus() {
  const { focus, step } = useAppointmentDialog().state;
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A step starts at the top, wherever the previous one was scrolled to.
    let parent = active.current?.parentElement;
    while (parent && parent.scrollTop === 0) parent = parent.parentElement;
    if (parent?.closest('[role="dialog"]')) parent.scrollTop = 0;
    // Selecting a technician removes the pressed button: the focus moves to the first field, unless a specific field
    // was requested.
    if (focus || !active.current || document.activeElement !== document.body) return;
    return focusWhenReady(active.current, (panel) => {
      const field = panel.querySelector<HTMLElement>('input:not([type="file"]), button');
      field?.focus({ preventScroll: true });
      return field !== null;
    });
  }, [step]);
  useEffect(() => {
    if (!focus || !active.current) return;
    const name = CSS.escape(focus.field);
    return focusWhenReady(active.current, (panel) => {
      const field =
        panel.querySelector<HTMLElement>(`[data-leads="${name}"]`) ??
        panel.querySelector<HTMLElement>(`[data-field="${name}"]`) ??
        panel.querySelector<HTMLElement>(`[data-field="${CSS.escape(focus.field.split('.')[0] ?? '')}"]`);
      return field !== null && focusOn(field);
    });
  }, [focus]);
  return active;
}

function Panel({ step, ...props }: Props & { step: BookingStep }) {
  switch (step) {
    case 'addLocation':
      return <StepLocation />;
    case 'addServices':
      return <Services.Shown />;
    case 'setDateTime':
      return <DateTime.Shown {...props} />;
    case 'addPeople':
      return <People.Shown />;
    case 'addInformation':
      return <Information.Shown />;
  }
}

/** Returns false if it contains nothing focusable yet. */
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
