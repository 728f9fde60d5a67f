import type { DialogState } from './draft-state.ts';

/** What a look at a time was about: another time, technician or service asks anew. */
export function schedulingWarningsKey({ draft }: DialogState): string {
  const { services } = draft.services.newServices;
  return JSON.stringify([draft.dateTime, draft.people.technicians, services.map(idsOf)]);
}

/** Services and add-ons chosen, which somebody may not offer. */
export function chosenIds({ draft }: DialogState): string[] {
  return draft.services.newServices.services.flatMap(idsOf);
}

const idsOf = ({ id, add_ons }: { id: string; add_ons: readonly { id: string }[] }) => [
  id,
  ...add_ons.map((one) => one.id),
];
