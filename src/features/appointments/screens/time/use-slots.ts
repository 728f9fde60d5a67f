import { useEffect } from 'react';
import { listSlots, measureTravel, type Slot } from '#features/availability/slots-contract.ts';
import { type Read, useRead } from '#web/api.ts';
import { useUser } from '#web/session.ts';
import { useAppointmentDialog } from '../draft/dialog-context.ts';
import type { DayRange } from './slot-dates.ts';

/**
 * Fetches the free slots of some days for the draft's selection: duration, location and services. Failures are only
 * logged here; the step shows that the slots are missing.
 */
export function useSlots(days: DayRange | null): Read<{ timeSlots: Slot[]; timezone: string }> {
  const user = useUser();
  const { state, price, defaults } = useAppointmentDialog();
  const { newServices } = state.draft.services;
  const { coordinates } = state.draft.location;
  const zip = state.draft.location.zipCode.trim();
  const hours = price.totals.duration_minutes / 60;
  const services = newServices.services.flatMap(({ id, add_ons }) => [id, ...add_ons.map((one) => one.id)]);
  const way = { fromDate: days?.from ?? '', toDate: days?.to ?? '' };
  const hasWay = days !== null && defaults.road_aware_slots && coordinates !== null;
  const travel = useRead(
    measureTravel,
    { ...way, ...(coordinates ?? { lat: 0, lng: 0 }) },
    { enabled: hasWay },
  );
  const read = useRead(
    listSlots,
    {
      subscriberId: user.subscriber_id || user.id,
      fromDate: days?.from ?? '',
      toDate: days?.to ?? '',
      ...(price.lines.length > 0 && hours > 0 && hours <= 24 ? { duration: hours } : {}),
      ...(services.length > 0 ? { services } : {}),
      ...(zip !== '' ? { zip } : {}),
      ...(defaults.road_aware_slots ? coordinates : {}),
      ...(state.editing ? { inspections_id: state.editing.appointment.id } : {}),
    },
    // Slots without measured ways would change as soon as these arrive; without an answer they are estimated.
    { enabled: days !== null && !(hasWay && travel.status === 'loading') },
  );
  const { failure } = read;
  useEffect(() => {
    if (failure) console.error('The availability could not be loaded', failure);
  }, [failure]);
  return read;
}
