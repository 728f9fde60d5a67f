import type { Service } from '#features/services/contract.ts';
import type { Appointment } from '../../contract.ts';
import type { Defaults } from './draft-state.ts';

/**
 * What may be chosen: for an appointment that exists also what it has although it is offered no longer. The settings load
 * brings that along with its price table; here is added what only another state of the appointment has (that of a kept draft,
 * or one a colleague has saved since), so that it can be seen and taken away.
 */
export function serviceOptionsFor(
  defaults: Defaults,
  editing: { appointment: Appointment } | null,
): Defaults {
  if (!editing) return defaults;
  return { ...defaults, serviceOptions: withMissingServices(defaults.serviceOptions, editing.appointment) };
}

/** Those that came, and those of the appointment that did not, with what they cost when they were booked. */
function withMissingServices(offered: readonly Service[], appointment: Appointment): Service[] {
  const known = offered.map((service) => {
    const chosen = appointment.services.find((one) => one.id === service.id);
    const missing = (chosen?.add_ons ?? []).filter(
      (one) => !service.add_ons.some((each) => each.id === one.id),
    );
    return {
      ...service,
      add_ons: [...service.add_ons, ...missing.map((one) => formerAddOn(one, appointment))],
    };
  });
  const gone = appointment.services.filter((one) => !offered.some((service) => service.id === one.id));
  return [...known, ...gone.map((one) => formerService(one, appointment))];
}

function formerService(
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
    add_ons: add_ons.map((one) => formerAddOn(one, appointment)),
    templates: [],
    agreements: [],
    rev: 0,
  };
}

function formerAddOn({ id, name }: { id: string; name: string }, appointment: Appointment) {
  const line = appointment.fees.find((fee) => fee.addOnId === id);
  const { pretax_amount: add_fee = 0, duration: add_hours = 0 } = line ?? {};
  return { id, name, description: '', add_fee, add_hours, status: 0, templates: [], agreements: [] };
}
