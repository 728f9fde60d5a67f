import { createContext, type Dispatch, use } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { useActor } from '#web/session.ts';
import type { DraftAction } from './draft-action.ts';
import type { ShownPrice } from './draft-pricing.ts';
import type { Defaults, DialogState, UserSettings } from './draft-state.ts';

/** What every step of the dialog works with. */
export interface DialogContextValue {
  state: DialogState;
  dispatch: Dispatch<DraftAction>;
  defaults: Defaults;
  settings: UserSettings;
  zone: Zone;
  price: ShownPrice;
  /** The server has not yet said what the discount comes to. */
  isPricing: boolean;
}

export const DialogContext = createContext<DialogContextValue | null>(null);

/** May this person book over the rivals of what is in the dialog? Decided by the same rule as on the server. */
export function useCanOverrule(): boolean {
  const { state } = useAppointmentDialog();
  const actor = useActor();
  const { editing, draft } = state;
  if (editing) return editing.appointment.may.edit;
  return allows(actor, 'edit_appointment', { assigned_technician_ids: draft.people.technicians });
}

/** The facts of the dialog; only inside of it. */
export function useAppointmentDialog(): DialogContextValue {
  const facts = use(DialogContext);
  if (!facts) throw new Error('Only for steps of the New Appointment dialog');
  return facts;
}
