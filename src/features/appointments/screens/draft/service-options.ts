import type { Service } from '#features/services/contract.ts';
import type { Appointment } from '../../contract.ts';
import type { Defaults } from './draft-state.ts';

/**
 * Returns the selectable services, for an existing appointment including discontinued ones it has. The defaults
 * response already contains those with their price table; this adds services that only another version of the
 * appointment has (a stored draft's, or one another user has saved since), so that they can be seen and removed.
 */
export function serviceOptionsFor(
  defaults: Defaults,
  editing: { appointment: Appointment } | null,
): Defaults {
  if (!editing) return defaults;
  return { ...defaults, serviceOptions: withMissingServices(defaults.serviceOptions, editing.appointment) };
}

/** Returns the offered services plus the appointment's missing ones, with their prices at booking time. */
function withMissingServices(offered: readonly Service[], appointment: Appointment): Service[] {
  const known = offered.map((service) => {
    const chosen = appointment.services.find((one) => one.id === service.id);
    const missing = (chosen?.add_ons ?? []).filter(
      (one) => !service.add_ons.some((each) => each.id === one.id),
    );
    return {
      ...service,
      add_ons: [...service.add_ons, ...missing.map((one) => discontinuedAddOn(one, appointment))],
    };
  });
  const gone = appointment.services.filter((one) => !offered.some((service) => service.id === one.id));
  return [...known, ...gone.map((one) => discontinuedService(one, appointment))];
}

function discontinuedService(
  { id, name, add_ons }: Appointment['services'][number],
  appointment: Appointment,
): Service {
  const line = appointment.fees.find((fee) => fee.serviceId === id && fee.addOnId === null);
  return {
    id,
    name,
    description: '',
    base_cost: line?.pretax_amount ?? 0,
    base_duration: line?.duration ?? 0,
    status: 0,
    position: 0,
    is_public: false,
    modifiers: [],
    taxes: [],
    add_ons: add_ons.map((one) => discontinuedAddOn(one, appointment)),
    templates: [],
    agreements: [],
    rev: 0,
  };
}

function discontinuedAddOn({ id, name }: { id: string; name: string }, appointment: Appointment) {
  const line = appointment.fees.find((fee) => fee.addOnId === id);
  const { pretax_amount: add_fee = 0, duration: add_hours = 0 } = line ?? {};
  return { id, name, description: '', add_fee, add_hours, status: 0, templates: [], agreements: [] };
}
