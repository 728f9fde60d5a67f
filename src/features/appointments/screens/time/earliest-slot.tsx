import { Button } from '@mantine/core';
import type { LocalDate } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/slots-contract.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconCalendarPlus } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { useAppointmentDialog } from '../draft/dialog-context.ts';
import own from './free-slots.module.css';
import { earliestSlot, slotTime, technicianOf } from './slot-dates.ts';
import { useSlotLabels } from './use-slot-labels.ts';

/** Offers the earliest slot of the board with its technician in one click. */
export function EarliestSlot({ slots, today }: { slots: readonly Slot[]; today: LocalDate }) {
  const t = useTranslation('appointments');
  const labels = useSlotLabels();
  const { state, dispatch } = useAppointmentDialog();
  // A technician who came with a slot is not a wish of the user.
  const wished = state.isFromSlot ? [] : state.draft.people.technicians;
  const found = earliestSlot(slots, today, wished);
  if (!found) return null;
  const { slot, technician } = found;
  const facts = { time: labels.moment(slot), name: fullName(technician) };
  return (
    <Button
      variant="light"
      className={own.earliest ?? ''}
      leftSection={<IconCalendarPlus size={16} aria-hidden />}
      onClick={() =>
        dispatch({ type: 'slot', dateTime: slotTime(slot), technician: technicianOf(technician) })
      }
    >
      {t(wished.length === 0 ? 'earliestSlot' : 'earliestSlotFor', facts)}
    </Button>
  );
}
