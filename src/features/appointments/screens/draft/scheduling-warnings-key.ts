import type { DialogState } from './draft-state.ts';

/** Identifies what a time check was about: a new time, technician, service or place to drive to is checked again. */
export function schedulingWarningsKey({ draft, defaults }: DialogState): string {
  const { services } = draft.services.newServices;
  const place = defaults?.road_aware_slots ? placeOfDraft({ draft }) : null;
  return JSON.stringify([draft.dateTime, draft.people.technicians, services.map(idsOf), place]);
}

/** Returns the selected services and add-ons, which a technician may not offer. */
export function chosenIds({ draft }: DialogState): string[] {
  return draft.services.newServices.services.flatMap(idsOf);
}

/** Returns where the property is, for the time it takes to drive there. */
export function placeOfDraft({ draft: { location } }: Pick<DialogState, 'draft'>) {
  return { zip: location.zipCode.trim(), ...location.coordinates };
}

const idsOf = ({ id, add_ons }: { id: string; add_ons: readonly { id: string }[] }) => [
  id,
  ...add_ons.map((one) => one.id),
];
