import { chosenGroupId, chosenGroupIds } from '#domain/automations/chosen-groups.ts';
import { recalculatePrice } from './draft-services.ts';
import { type DialogState, noDiscount, peopleKinds } from './draft-state.ts';
import type { StoredDraft } from './draft-storage.ts';

/**
 * Restores the draft on a newly opened dialog with current prices, options and order id. Options the appointment
 * already has stay, offered or not.
 */
export function restoreDraft(fresh: DialogState, { state: stored }: StoredDraft): DialogState {
  const { defaults, editing } = fresh;
  if (!defaults) return fresh;
  const offered = new Set(defaults.serviceOptions.filter((one) => one.status === 1).map(({ id }) => id));
  const technicians = new Set(defaults.inspectorOptions.map(({ id }) => id));
  for (const { id } of editing?.first.draft.services.newServices.services ?? []) offered.add(id);
  for (const { id } of editing?.first.picked.technicians ?? []) technicians.add(id);
  const groups = new Set(defaults.actionGroups.map(({ id }) => id));
  for (const id of chosenGroupIds(editing?.first.draft.information.action_groups ?? [])) groups.add(id);
  const { draft } = stored;
  const chosen = draft.services.newServices.services.filter(({ id }) => offered.has(id));
  const isSuggested = draft.information.order_id === stored.suggestion;
  const picked = {
    ...stored.picked,
    technicians: stored.picked.technicians.filter(({ id }) => technicians.has(id)),
  };
  return recalculatePrice({
    ...fresh,
    ...stored,
    // Drafts of former versions do not have it.
    reinspection: stored.reinspection ?? null,
    // An override only covers the conflicts of its time.
    overrule: null,
    suggestion: fresh.suggestion,
    picked,
    discount: draft.services.discountCode === fresh.draft.services.discountCode ? fresh.discount : noDiscount,
    draft: {
      ...draft,
      services: { ...draft.services, newServices: { ...draft.services.newServices, services: chosen } },
      people: {
        ...draft.people,
        ...Object.fromEntries(peopleKinds.map((kind) => [kind, picked[kind].map(({ id }) => id)])),
      },
      information: {
        ...draft.information,
        order_id: isSuggested ? fresh.suggestion : draft.information.order_id,
        action_groups: draft.information.action_groups.filter((one) => groups.has(chosenGroupId(one) ?? '')),
      },
    },
  });
}
