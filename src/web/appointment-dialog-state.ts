import { useSyncExternalStore } from 'react';
import type { BookingStep } from '#domain/scheduling/appointment-draft.ts';

/** What a page already knows about the new appointment. */
export interface AppointmentPrefill {
  /** Local time in the company's zone, `2030-03-08T09:00`. */
  date_time?: string;
  technician_id?: string;
  client_id?: string;
  /** Defects of an earlier report to inspect again. */
  reinspection?: ReinspectionPrefill;
}

/** The defects that a new appointment inspects again. */
export interface ReinspectionChoice {
  report_id: string;
  repair_list_id: string | null;
  comment_ids: readonly string[];
  /** The earlier appointment. */
  order_id: string;
}

/** A re-inspection with what it takes over from the earlier appointment. */
export interface ReinspectionPrefill extends ReinspectionChoice {
  property: {
    address: string;
    city: string;
    state: string;
    zip_code: string;
    country: string;
    square_feet: number | null;
    year_built: number | null;
    foundation: number | null;
    coordinates: { lat: number; lng: number } | null;
  };
  client_ids: readonly string[];
  agent_ids: readonly string[];
  listing_agent_ids: readonly string[];
  service_id: string | null;
}

/** The appointment edited in the dialog, and the tab it opens on. */
export interface EditedAppointment {
  id: string;
  step?: BookingStep;
}

interface State {
  opened: boolean;
  prefill: AppointmentPrefill;
  /** Null: the dialog creates a new appointment. */
  editing: EditedAppointment | null;
}

let state: State = { opened: false, prefill: {}, editing: null };
const listeners = new Set<() => void>();

/** Opens the New Appointment dialog from anywhere: top bar, empty list, calendar slot. */
export function openNewAppointment(prefill: AppointmentPrefill = {}): void {
  settle({ opened: true, prefill, editing: null });
}

/**
 * Opens the same dialog for an existing appointment, on Location or the given step. Its `may.edit` determines the
 * button.
 */
export function openEditAppointment(id: string, step?: BookingStep): void {
  settle({ opened: true, prefill: {}, editing: step ? { id, step } : { id } });
}

/** Returns whether the dialog is open. */
export function isAppointmentDialogOpen(): boolean {
  return state.opened;
}

/** Reopens the dialog in an earlier state. */
export function reopenAppointmentDialog(before: Pick<State, 'prefill' | 'editing'>): void {
  settle({ ...before, opened: true });
}

/** Closes the dialog. */
export function closeAppointmentDialog(): void {
  if (state.opened) settle({ ...state, opened: false });
}

/** Returns the live state of the dialog. */
export function useAppointmentDialog(): State {
  return useSyncExternalStore(subscribe, () => state);
}

/** Calls back the next time the dialog opens. Returns a function that cancels this. */
export function onAppointmentDialogOpen(then: () => void): () => void {
  const listener = () => {
    if (state.opened) then();
  };
  return subscribe(listener);
}

/** Calls back once the next time the dialog closes. Returns a function that cancels this. */
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
