import { useSyncExternalStore } from 'react';
import type { BookingStep } from '#domain/scheduling/appointment-draft.ts';

/** What a page already knows of the appointment that is about to be made. */
export interface AppointmentPrefill {
  /** Wall clock in the company's zone, `2030-03-08T09:00`. */
  date_time?: string;
  technician_id?: string;
  client_id?: string;
}

/** The appointment that is edited in the dialog, and the tab it opens on. */
export interface EditedAppointment {
  id: string;
  step?: BookingStep;
}

interface State {
  opened: boolean;
  prefill: AppointmentPrefill;
  /** Null: the dialog makes a new one. */
  editing: EditedAppointment | null;
}

let state: State = { opened: false, prefill: {}, editing: null };
const listeners = new Set<() => void>();

/** Opens the New Appointment dialog from anywhere: top bar, empty list, calendar slot. */
export function openNewAppointment(prefill: AppointmentPrefill = {}): void {
  settle({ opened: true, prefill, editing: null });
}

/** Opens the same dialog for an appointment that exists, on Location or the step given; its `may.edit` decides the button. */
export function openEditAppointment(id: string, step?: BookingStep): void {
  settle({ opened: true, prefill: {}, editing: step ? { id, step } : { id } });
}

/** Whether it is open now. */
export function isAppointmentDialogOpen(): boolean {
  return state.opened;
}

/** Opens it as it was opened before. */
export function reopenAppointmentDialog(before: Pick<State, 'prefill' | 'editing'>): void {
  settle({ ...before, opened: true });
}

/** Closes it. */
export function closeAppointmentDialog(): void {
  if (state.opened) settle({ ...state, opened: false });
}

/** Whether it is open, live. */
export function useAppointmentDialog(): State {
  return useSyncExternalStore(subscribe, () => state);
}

/** Calls back at the next opening; gives the way to stop that. */
export function onAppointmentDialogOpen(then: () => void): () => void {
  const listener = () => {
    if (state.opened) then();
  };
  return subscribe(listener);
}

/** Calls back at the next closing, once; gives the way to stop that. */
export function onceAppointmentDialogClosed(then: () => void): () => void {
  const stop = subscribe(() => {
    if (state.opened) return;
    stop();
    then();
  });
  return stop;
}

function settle(next: State) {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
