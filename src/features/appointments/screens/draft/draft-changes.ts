import type { AppointmentDraft, DraftLocation, Option } from '#domain/scheduling/appointment-draft.ts';
import type { RouteInput } from '#wire/route.ts';
import type { updateAppointment } from '../../booking-contract.ts';
import type { Appointment } from '../../contract.ts';
import { openForEdit } from './draft-edit.ts';
import { draftToPayload } from './draft-payload.ts';
import { wireFee } from './draft-pricing.ts';
import { recalculatePrice, removeUnneededOptions } from './draft-services.ts';
import { type DialogState, type Editing, type PeopleKind, peopleKinds } from './draft-state.ts';

type Changes = Omit<RouteInput<typeof updateAppointment>, 'id' | 'rev'>;

/** Fields that the server computes or that have their own command. */
const never = new Set([
  'orderId',
  'duration',
  'fees',
  'is_manual_edit',
  'total_fee',
  'outstanding',
  'confirm_inspection',
  'inspectors',
  'overrule',
]);

/** Returns the changed fields of an appointment as a payload; empty if unchanged. */
export function changedPayload(state: DialogState): Changes {
  const { editing } = state;
  if (!editing) return {};
  const [was, is] = [draftToPayload(editing.first), draftToPayload(state)] as Record<string, unknown>[];
  const fields = Object.entries(is ?? {}).filter(
    ([name, value]) => !never.has(name) && JSON.stringify(value) !== JSON.stringify(was?.[name]),
  );
  const changes = {
    ...Object.fromEntries(fields),
    ...technicianChanges(state, editing),
    ...priceChanges(state, editing),
  };
  // Services, durations and prices may extend it: any saved change may cause a conflict.
  const isSaved = Object.keys(changes).length > 0;
  return { ...changes, ...(isSaved && state.overrule ? { overrule: state.overrule } : {}) };
}

/**
 * Returns whether 'Confirmed Appointment' was toggled. Confirming and unconfirming are separate commands on the server.
 */
export function confirmationChange(state: DialogState): 'confirm' | 'unconfirm' | null {
  const was = state.editing?.first.draft.information.confirm_inspection;
  const is = state.draft.information.confirm_inspection;
  if (was === undefined || was === is) return null;
  return is ? 'confirm' : 'unconfirm';
}

// Technicians hidden from clients stay hidden.
function technicianChanges(state: DialogState, { appointment, first }: Editing): Changes {
  const { technicians } = state.draft.people;
  if (JSON.stringify(technicians) === JSON.stringify(first.draft.people.technicians)) return {};
  const hidden = appointment.invisible_inspectors;
  return {
    inspectors: technicians.filter((id) => !hidden.includes(id)),
    invisible_inspectors: technicians.filter((id) => hidden.includes(id)),
  };
}

function priceChanges(state: DialogState, { first }: Editing): Changes {
  const { isManualEdit, manualData } = state.draft.services;
  const { services: was } = first.draft;
  if (isManualEdit) {
    const isSame = was.isManualEdit && JSON.stringify(manualData) === JSON.stringify(was.manualData);
    return isSame ? {} : { is_manual_edit: true, fees: manualData.map(wireFee) };
  }
  return {
    ...(was.isManualEdit ? { is_manual_edit: false } : {}),
    ...(state.isRecalculated ? { recalculate: true } : {}),
  };
}

/** Returns the payload fields in which the appointment differs from what the dialog opened with. */
export function fieldsChangedByOthers(mine: DialogState, theirs: DialogState): string[] {
  const [was, is] = [draftToPayload(mine.editing?.first ?? mine), draftToPayload(theirs)] as Record<
    string,
    unknown
  >[];
  // Both are computed in the payload: the appointment's own values count.
  const computed: readonly (keyof Appointment)[] = ['fees', 'duration'];
  const priced = computed.filter(
    (name) =>
      JSON.stringify(mine.editing?.appointment[name]) !== JSON.stringify(theirs.editing?.appointment[name]),
  );
  const skipped = new Set(['orderId', 'total_fee', 'outstanding', 'is_manual_edit', 'overrule', ...computed]);
  const fields = Object.keys(is ?? {}).filter(
    (name) => !skipped.has(name) && JSON.stringify(is?.[name]) !== JSON.stringify(was?.[name]),
  );
  return [...fields, ...priced];
}

/** Returns the dialog with its changes rebased on the current appointment. */
export function rebaseDialog(appointment: Appointment, mine: DialogState): DialogState {
  const { defaults, today, step } = mine;
  return defaults && today ? rebasePayload(mine, openForEdit(appointment, defaults, today, step)) : mine;
}

/**
 * Merges my changes with another user's saved ones: fields I did not touch become theirs, conflicts stay mine. Services
 * and their price are one unit, and so is the address; each template and agreement counts separately.
 */
function rebasePayload(mine: DialogState, theirs: DialogState): DialogState {
  const first = mine.editing?.first;
  if (!first) return theirs;
  const pick = <T>(was: T, is: T, their: T): T => (JSON.stringify(was) === JSON.stringify(is) ? their : is);
  const each = <T extends object>(was: T, is: T, their: T): T =>
    Object.fromEntries(
      Object.keys(their).map((key) => {
        const name = key as keyof T;
        return [key, pick(was[name], is[name], their[name])];
      }),
    ) as T;
  const isMyPrice = JSON.stringify(choiceOf(first.draft)) !== JSON.stringify(choiceOf(mine.draft));
  const isMyAddress = JSON.stringify(addressOf(first)) !== JSON.stringify(addressOf(mine));
  const location = each(first.draft.location, mine.draft.location, theirs.draft.location);
  const people = each(first.draft.people, mine.draft.people, theirs.draft.people);
  const picked = Object.fromEntries(
    peopleKinds.map((kind: PeopleKind) => [
      kind,
      (people[kind] === theirs.draft.people[kind] ? theirs : mine).picked[kind],
    ]),
  ) as DialogState['picked'];
  const dateTime = pick(first.draft.dateTime, mine.draft.dateTime, theirs.draft.dateTime);
  return recalculatePrice({
    ...theirs,
    step: mine.step,
    isManualAddress: mine.isManualAddress,
    isCustomTime: mine.isCustomTime,
    country: (isMyAddress ? mine : theirs).country,
    locationPrecision: (isMyAddress ? mine : theirs).locationPrecision,
    inspectionNotes: pick(first.inspectionNotes, mine.inspectionNotes, theirs.inspectionNotes),
    custom: { date: dateTime?.slice(0, 10) ?? '', time: dateTime?.slice(11, 16) ?? '' },
    picked,
    attachments: mine.attachments,
    isRecalculated: mine.isRecalculated,
    discount: isMyPrice ? mine.discount : theirs.discount,
    draft: {
      location: { ...location, ...placeOf((isMyAddress ? mine : theirs).draft.location) },
      services: servicesOn(first, mine, theirs, isMyPrice),
      dateTime,
      people,
      information: each(first.draft.information, mine.draft.information, theirs.draft.information),
    },
  });
}

/** Returns the inputs of the price by id: names and details of a service belong to the company. */
function choiceOf({ services }: AppointmentDraft) {
  const { isManualEdit, manualData, discountCode, newServices } = services;
  const chosen = newServices.services.map((one) => [one.id, ...one.add_ons.map(({ id }) => id).sort()]);
  return { isManualEdit, manualData, discountCode, chosen: chosen.sort() };
}

/** Returns the location fields that only together identify an address. */
function placeOf(location: DraftLocation) {
  const { fullAddress, streetAndNumber, city, state, zipCode, coordinates } = location;
  return { fullAddress, streetAndNumber, city, state, zipCode, coordinates };
}

function addressOf({ draft, country, locationPrecision }: DialogState) {
  // The display line is derived from the others.
  return { ...placeOf(draft.location), fullAddress: '', country, locationPrecision };
}

function servicesOn(
  first: DialogState,
  mine: DialogState,
  theirs: DialogState,
  isMyPrice: boolean,
): AppointmentDraft['services'] {
  const { newServices: was } = first.draft.services;
  const { newServices: is } = mine.draft.services;
  const { newServices: their } = theirs.draft.services;
  const { services } = isMyPrice ? mine.draft : theirs.draft;
  const documents = (kind: 'templates' | 'agreements') => {
    const merged = merge(was[kind], is[kind], their[kind]);
    // Options brought along only by their services are removed with those services.
    const options = theirs.defaults?.serviceOptions ?? [];
    return isMyPrice ? removeUnneededOptions(kind, merged, { gone: their, remaining: is }, options) : merged;
  };
  return {
    ...services,
    newServices: {
      ...services.newServices,
      templates: documents('templates'),
      agreements: documents('agreements'),
    },
  };
}

/** Returns theirs without what I removed, plus what I added. */
function merge(was: readonly Option[], is: readonly Option[], their: readonly Option[]): Option[] {
  const has = (list: readonly Option[], { value }: Option) => list.some((one) => one.value === value);
  const remaining = their.filter((one) => has(is, one) || !has(was, one));
  return [...remaining, ...is.filter((one) => !has(was, one) && !has(remaining, one))];
}
