import { asZone } from '#domain/base/time.ts';
import type { quotePrice } from '#features/services/contract.ts';
import type { RouteInput, RouteOutput } from '#wire/route.ts';
import { localToOffsetIso } from './draft-payload.ts';
import type { AppliedDiscount, DialogState } from './draft-state.ts';

/** Builds the discount request for the current selection, validated as on saving. */
export function discountRequest({ draft, defaults, editing }: DialogState): RouteInput<typeof quotePrice> {
  const { location, people } = draft;
  const { discountCode, newServices } = draft.services;
  return {
    ...(editing ? { appointment_id: editing.appointment.id } : {}),
    location: {
      square_feet: location.square_feet,
      year_built: location.year_built,
      foundation: location.foundation,
      zip_code: location.zipCode,
    },
    services: newServices.services.map(({ id, add_ons }) => ({
      id,
      add_ons: add_ons.map((one) => one.id),
    })),
    discount_code: discountCode,
    ...(people.clients.length > 0 ? { clients: people.clients } : {}),
    date_time: defaults ? localToOffsetIso(draft.dateTime, asZone(defaults.timezone)) : null,
  };
}

/** Returns the discount from the server's response, or why the code does not apply. */
export function discountFromAnswer(answer: RouteOutput<typeof quotePrice>): AppliedDiscount {
  const line = answer.fees.find((fee) => fee.discountCodeId !== null) ?? null;
  return { line, problem: answer.discount_problem };
}
