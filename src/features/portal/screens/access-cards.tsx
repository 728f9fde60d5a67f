import type { AppointmentSlotProps } from '#web/page-slots.tsx';
import { LinksCard } from './links-card.tsx';
import { WaiversCard } from './waivers-card.tsx';

/** Who may see what of an appointment: the waivers of its report's gate, and everybody's personal link. */
export function AccessCards(facts: AppointmentSlotProps) {
  return (
    <>
      <WaiversCard appointmentId={facts.appointmentId} />
      <LinksCard {...facts} />
    </>
  );
}
