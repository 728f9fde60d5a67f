import { createContext, type Dispatch, use } from 'react';
import type { Zone } from '#domain/time.ts';
import type { ShownPrice } from './draft-pricing.ts';
import type { DraftAction } from './draft-reducer.ts';
import type { Defaults, DialogState, UserSettings } from './draft-state.ts';

/** What every step of the dialog works with. */
export interface DialogFacts {
  state: DialogState;
  dispatch: Dispatch<DraftAction>;
  defaults: Defaults;
  settings: UserSettings;
  zone: Zone;
  price: ShownPrice;
  /** The server has not yet said what the discount comes to. */
  isPricing: boolean;
}

export const DialogContext = createContext<DialogFacts | null>(null);

/** The facts of the dialog; only inside of it. */
export function useDialog(): DialogFacts {
  const facts = use(DialogContext);
  if (!facts) throw new Error('Only for steps of the New Appointment dialog');
  return facts;
}
