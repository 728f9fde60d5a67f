import type { ChosenService } from './contract.ts';

/** A service chosen from the price list with add-ons. */
export interface ServiceChoice {
  id: string;
  addOnIds: readonly string[];
}

/** Reads chosen services as sent: add-ons come as ids or as {id, name}. */
export function readServiceChoices(sent: readonly ChosenService[]): ServiceChoice[] {
  return sent.map(({ id, add_ons = [] }) => ({
    id,
    addOnIds: add_ons.map((addOn) => (typeof addOn === 'string' ? addOn : addOn.id)),
  }));
}
