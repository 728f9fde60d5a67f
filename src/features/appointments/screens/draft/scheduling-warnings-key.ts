import type { DialogState } from './draft-state.ts';

/** Identifies what a time check was about: a new time, technician or service is checked again. */
export function schedulingWarningsKey({ draft }: DialogState): string {
  const { services } = draft.services.newServices;
  return JSON.stringify([draft.dateTime, draft.people.technicians, services.map(idsOf)]);
}

/** Returns the selected services and add-ons, which a technician may not offer. */
export function chosenIds({ draft }: DialogState): string[] {
  return draft.services.newServices.services.flatMap(idsOf);
}

const idsOf = ({ id, add_ons }: { id: string; add_ons: readonly { id: string }[] }) => [
  id,
  ...add_ons.map((one) => one.id),
];
