import { chosenGroupIds } from '#domain/automations/chosen-groups.ts';
import { asInstant, asZone, type LocalDate, toLocal } from '#domain/base/time.ts';
import {
  type AppointmentDraft,
  newDraft,
  type Option,
  type WireFee,
} from '#domain/scheduling/appointment-draft.ts';
import type { Appointment } from '../../contract.ts';
import { fullAddressOf } from './draft-location.ts';
import { wireFee } from './draft-pricing.ts';
import { recalculatePrice } from './draft-services.ts';
import { type Defaults, type DialogState, freshState, type PickedPeople } from './draft-state.ts';
import type { StoredDraft } from './draft-storage.ts';
import { restoreDraft } from './restore-draft.ts';
import { serviceOptionsFor } from './service-options.ts';

/** Opens the dialog for an existing appointment on the requested tab. */
export function openForEdit(
  appointment: Appointment,
  defaults: Defaults,
  today: LocalDate,
  step: DialogState['step'] = 'addLocation',
): DialogState {
  const options = serviceOptionsFor(defaults, { appointment });
  const draft = draftOf(appointment, options);
  const local = draft.dateTime ?? '';
  const plain: DialogState = {
    ...freshState,
    step,
    draft,
    defaults: options,
    today,
    suggestion: appointment.order_id,
    inspectionNotes: appointment.inspection_notes,
    isManualAddress: appointment.address !== '' && appointment.address_lat_long === null,
    locationPrecision: appointment.location_precision,
    country: appointment.country || defaults.country_code,
    custom: { date: local.slice(0, 10), time: local.slice(11, 16) },
    picked: pickedOf(appointment),
    discount: { line: discountOf(appointment), problem: null },
  };
  // First the current calculation, for the difference; then the lines of the appointment.
  const priced = recalculatePrice(plain);
  const isManualEdit = appointment.is_manual_edit && appointment.total_fee !== null;
  const services = { ...priced.draft.services, isManualEdit };
  if (isManualEdit) services.manualData = appointment.fees.map(wireFee);
  const first: DialogState = { ...priced, draft: { ...priced.draft, services } };
  return recalculatePrice({ ...first, editing: { appointment, first } });
}

/**
 * Restores a stored draft of changes on the revision it started from: what other users have saved since is a conflict
 * on the next save, as it would be without the interruption.
 */
export function restoreEditDraft(fresh: DialogState, stored: StoredDraft, offered: Defaults): DialogState {
  const { edited } = stored;
  const { editing, today, step } = fresh;
  if (!edited || !editing || !today) return fresh;
  const isSame = edited.rev === editing.appointment.rev;
  return restoreDraft(isSame ? fresh : openForEdit(edited, offered, today, step), stored);
}

function draftOf(appointment: Appointment, defaults: Defaults): AppointmentDraft {
  const draft = newDraft({ order_id: appointment.order_id, requirePayment: appointment.require_payment });
  const zone = asZone(appointment.timezone);
  const local = (instant: string) => toLocal(asInstant(instant), zone);
  const location = {
    fullAddress: '',
    streetAndNumber: appointment.address,
    city: appointment.city,
    state: appointment.state,
    zipCode: appointment.zip_code,
    square_feet: appointment.square_feet,
    year_built: appointment.year_built,
    foundation: appointment.foundation,
    coordinates: appointment.address_lat_long,
  };
  return {
    location: { ...location, fullAddress: fullAddressOf(location) },
    services: {
      ...draft.services,
      discountCode: appointment.discount_code,
      newServices: {
        ...draft.services.newServices,
        services: appointment.services.map((chosen) => {
          const service = defaults.serviceOptions.find((one) => one.id === chosen.id);
          const { templates = [], agreements = [] } = service ?? {};
          return { ...chosen, templates, agreements };
        }),
        templates: appointment.template_options,
        agreements: appointment.agreements.map((id) => optionOf(id, defaults.agreementOptions)),
      },
    },
    dateTime: local(appointment.date_time),
    people: {
      technicians: idsOf(appointment, 'inspector'),
      clients: idsOf(appointment, 'client'),
      agents: idsOf(appointment, 'agent'),
      listingAgents: idsOf(appointment, 'listing_agent'),
      contractors: idsOf(appointment, 'contractor'),
    },
    information: {
      ...draft.information,
      confirm_inspection: appointment.confirm_inspection,
      occupied: appointment.occupied,
      utilities_on: appointment.utilities_on,
      disable_automated_notifications: appointment.disable_automated_notifications,
      // Its copies are edited on its page: the dialog chooses groups.
      action_groups: chosenGroupIds(appointment.action_groups),
      events: appointment.inspection_events.map((event) => ({
        ...event,
        start_date: local(event.start_date),
        end_date: local(event.end_date),
      })),
      paymentNotes: appointment.payment_notes,
    },
  };
}

function optionOf(id: string, options: readonly Option[]): Option {
  const { value, label } = options.find((one) => one.value === id) ?? { value: id, label: '…' };
  return { value, label };
}

type Role = Appointment['people'][number]['role'];

const inRole = (appointment: Appointment, role: Role) =>
  appointment.people.filter((person) => person.role === role);
const idsOf = (appointment: Appointment, role: Role) => inRole(appointment, role).map(({ id }) => id);

function pickedOf(appointment: Appointment): PickedPeople {
  return {
    technicians: inRole(appointment, 'inspector'),
    clients: inRole(appointment, 'client'),
    agents: inRole(appointment, 'agent'),
    listingAgents: inRole(appointment, 'listing_agent'),
    contractors: inRole(appointment, 'contractor'),
  };
}

function discountOf(appointment: Appointment): WireFee | null {
  const line = appointment.fees.find((fee) => fee.discountCodeId !== null);
  return line ? wireFee(line) : null;
}
