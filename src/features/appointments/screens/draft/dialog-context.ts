import { createContext, type Dispatch, use } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { useActor } from '#web/session.ts';
import type { DraftAction } from './draft-action.ts';
import type { ShownPrice } from './draft-pricing.ts';
import type { Defaults, DialogState, UserSettings } from './draft-state.ts';

/** What every step of the dialog has access to. */
export interface DialogContextValue {
  state: DialogState;
  dispatch: Dispatch<DraftAction>;
  defaults: Defaults;
  settings: UserSettings;
  zone: Zone;
  price: ShownPrice;
  /** True while the server computes the discount. */
  isPricing: boolean;
}

export const DialogContext = createContext<DialogContextValue | null>(null);

/** Returns whether the user may override conflicts of this appointment, by the same rule as on the server. */
export function useCanOverrule(): boolean {
  const { state } = useAppointmentDialog();
  const actor = useActor();
  const { editing, draft } = state;
  if (editing) return editing.appointment.may.edit;
  return allows(actor, 'edit_appointment', { assigned_technician_ids: draft.people.technicians });
}

/** Returns the dialog context; must be used inside the dialog. */
export function useAppointmentDialog(): DialogContextValue {
  const facts = use(DialogContext);
  if (!facts) throw new Error('Only for steps of the New Appointment dialog');
  return facts;
}
