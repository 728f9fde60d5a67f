import type { AppointmentSlotProps } from '#web/page-slots.tsx';
import { LinksCard } from './links-card.tsx';
import { WaiversCard } from './waivers-card.tsx';

/** Who may see what of an appointment: the waivers of its report gate, and the personal links. */
export function AccessCards(facts: AppointmentSlotProps) {
  return (
    <>
      <WaiversCard appointmentId={facts.appointmentId} />
      <LinksCard {...facts} />
    </>
  );
}
