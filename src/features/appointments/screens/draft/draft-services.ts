import { minutesToHours } from '#domain/base/durations.ts';
import { fromCents } from '#domain/base/money.ts';
import { mergeManualFees } from '#domain/pricing/manual-fees.ts';
import {
  emptyDuration,
  emptyTotal,
  type Option,
  type WireFee,
} from '#domain/scheduling/appointment-draft.ts';
import type { Service } from '#features/services/contract.ts';
import { displayedPrice, quoteDraft, savedPrice, wireFee } from './draft-pricing.ts';
import { type DialogState, noDiscount, type TypedFee } from './draft-state.ts';

type NewServices = DialogState['draft']['services']['newServices'];

/** Adds the service most appointments have when Services is first opened in a new appointment. */
export function addSuggestedService(state: DialogState): DialogState {
  if (state.isServicesSeen || state.editing) return state;
  const next = { ...state, isServicesSeen: true };
  const id = state.defaults?.suggested_service?.id;
  const isOffered = state.defaults?.serviceOptions.some((one) => one.id === id);
  if (!id || !isOffered || state.draft.services.newServices.services.length > 0) return next;
  return { ...toggleService(next, id), suggestedService: id };
}

/** Selects a service with its templates and agreements, or removes it and what only it needed. */
export function toggleService(state: DialogState, id: string): DialogState {
  const service = state.defaults?.serviceOptions.find((one) => one.id === id);
  if (!service || !state.defaults) return state;
  const chosen = state.draft.services.newServices.services;
  const isChosen = chosen.some((one) => one.id === id);
  const fresh = {
    id,
    name: service.name,
    add_ons: [],
    templates: service.templates,
    agreements: service.agreements,
  };
  const services = isChosen ? chosen.filter((one) => one.id !== id) : [...chosen, fresh];
  const suggestedService = state.suggestedService === id ? null : state.suggestedService;
  return { ...withServices(state, services), suggestedService };
}

/** Selects or removes an add-on of a selected service. */
export function toggleAddOn(state: DialogState, serviceId: string, addOnId: string): DialogState {
  const service = state.defaults?.serviceOptions.find((one) => one.id === serviceId);
  const addOn = service?.add_ons.find((one) => one.id === addOnId);
  if (!addOn) return state;
  const services = state.draft.services.newServices.services.map((one) => {
    if (one.id !== serviceId) return one;
    const has = one.add_ons.some((each) => each.id === addOnId);
    const rest = one.add_ons.filter((each) => each.id !== addOnId);
    return { ...one, add_ons: has ? rest : [...one.add_ons, { id: addOn.id, name: addOn.name }] };
  });
  return withServices(state, services);
}

function withServices(state: DialogState, services: NewServices['services']): DialogState {
  const { defaults } = state;
  if (!defaults) return state;
  const before = state.draft.services.newServices;
  const needs = (of: NewServices['services']) => needed(of, defaults.serviceOptions);
  const [was, is] = [needs(before.services), needs(services)];
  const always = defaults.default_agreement ? [defaults.default_agreement] : [];
  return patchServices(state, {
    services,
    templates: follow(before.templates, was.templates, is.templates, defaults.templateOptions, []),
    agreements: follow(before.agreements, was.agreements, is.agreements, defaults.agreementOptions, always),
  });
}

/** Returns the templates or agreements required by the selected services and add-ons. */
function needed(services: NewServices['services'], options: readonly Service[]) {
  const templates = new Set<string>();
  const agreements = new Set<string>();
  for (const chosen of services) {
    const service = options.find((one) => one.id === chosen.id);
    const addOns = (service?.add_ons ?? []).filter((one) =>
      chosen.add_ons.some((each) => each.id === one.id),
    );
    for (const each of service ? [service, ...addOns] : []) {
      for (const id of each.templates) templates.add(id);
      for (const id of each.agreements) agreements.add(id);
    }
  }
  return { templates, agreements };
}

/** Removes templates or agreements that only deselected services required; manually selected ones stay. */
export function removeUnneededOptions(
  kind: 'templates' | 'agreements',
  present: readonly Option[],
  { gone, remaining }: { gone: NewServices; remaining: NewServices },
  options: readonly Service[],
): Option[] {
  const [was, is] = [needed(gone.services, options)[kind], needed(remaining.services, options)[kind]];
  const mine = new Set(remaining[kind].map((one) => one.value));
  return present.filter(({ value }) => mine.has(value) || is.has(value) || !was.has(value));
}

// Newly required options are added and no longer required ones removed; the user's own additions and removals stay.
function follow(
  present: readonly Option[],
  was: ReadonlySet<string>,
  is: ReadonlySet<string>,
  options: readonly Option[],
  always: readonly string[],
): Option[] {
  const remaining = present.filter(({ value }) => is.has(value) || !was.has(value) || always.includes(value));
  const has = new Set(remaining.map((one) => one.value));
  const added = options.filter(({ value }) => is.has(value) && !was.has(value) && !has.has(value));
  return [...remaining, ...added.map(({ value, label }) => ({ value, label }))];
}

/** Changes the selection; manually edited lines lose deselected services and gain new ones. */
export function patchServices(state: DialogState, patch: Partial<NewServices>): DialogState {
  const { services } = state.draft;
  const newServices = { ...services.newServices, ...patch };
  // Without services there is nothing to discount.
  const discount = newServices.services.length === 0 ? noDiscount : state.discount;
  return recalculatePrice({
    ...state,
    discount,
    draft: { ...state.draft, services: { ...services, newServices } },
  });
}

/** Recalculates the price after any of its inputs has changed. */
export function recalculatePrice(state: DialogState): DialogState {
  const { defaults, today } = state;
  if (!defaults || !today) return state;
  const { services } = state.draft;
  const autoData = [
    ...quoteDraft(state.draft, defaults, today).lines.map(
      ({ pretax_cents, tax_cents, duration_minutes, ...line }) =>
        wireFee({
          ...line,
          pretax_amount: fromCents(pretax_cents),
          tax_amount: fromCents(tax_cents),
          duration: minutesToHours(duration_minutes),
        }),
    ),
    ...(state.discount.line ? [state.discount.line] : []),
  ];
  // The saved discount of an appointment stays as edited until another code is selected.
  const isSavedCode =
    state.editing !== null && services.discountCode === state.editing.first.draft.services.discountCode;
  const merge = (edited: TypedFee[]) => {
    const merged = mergeManualFees<TypedFee>(edited, services.autoData, autoData);
    return isSavedCode ? merged : withDiscount(merged, services.autoData, state.discount.line);
  };
  const next: DialogState = {
    ...state,
    manual: state.manual ? merge(state.manual) : null,
    draft: {
      ...state.draft,
      services: {
        ...services,
        autoData,
        manualData: services.isManualEdit ? merge(services.manualData) : [],
      },
    },
  };
  return summed(next);
}

// The discount line is replaced when the code or its amount changes.
function withDiscount(lines: TypedFee[], before: readonly WireFee[], line: WireFee | null): TypedFee[] {
  const previous = before.find((one) => one.discountCodeId);
  if (previous?.discountCodeId === line?.discountCodeId && previous?.pretax_amount === line?.pretax_amount)
    return lines;
  const rest = lines.filter((one) => !one.discountCodeId);
  return line ? [...rest, line] : rest;
}

/** Stores lines, total and duration in the draft, as the payload will carry them. */
function summed(state: DialogState): DialogState {
  const { services } = state.draft;
  const { lines, totals } = displayedPrice({ ...state, manual: null });
  const isEmpty = lines.length === 0;
  return {
    ...state,
    draft: {
      ...state.draft,
      services: {
        ...services,
        newServices: { ...services.newServices, fees: lines.map(wireFee) },
        total: isEmpty ? emptyTotal : String(fromCents(totals.total_cents)),
        duration: isEmpty ? emptyDuration : String(minutesToHours(totals.duration_minutes)),
      },
    },
  };
}

/** Returns the lines as currently saved: manually edited, from the appointment, or calculated. */
export function savedFees(state: DialogState): WireFee[] {
  const { services } = state.draft;
  return services.isManualEdit ? services.manualData : (savedPrice(state) ?? services.autoData);
}

/** Returns whether the lines in manual mode differ from the saved ones. Decides between 'Revert' and 'Back'. */
export function hasManualChanges(state: DialogState): boolean {
  if (!state.manual) return false;
  return JSON.stringify(state.manual.map(wireFee)) !== JSON.stringify(savedFees(state).map(wireFee));
}

/** A line added by 'Add Fee'. */
export const emptyFee: WireFee = {
  serviceId: null,
  addOnId: null,
  discountCodeId: null,
  line_item: '',
  pricing_details: '',
  pretax_amount: 0,
  tax_amount: 0,
  tax_description: '',
  is_tax_manual: false,
  notes_for_client_invoice: '',
  duration: 0,
};
