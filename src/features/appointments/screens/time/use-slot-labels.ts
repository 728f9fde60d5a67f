import { useMemo } from 'react';
import type { Slot } from '#features/availability/slots-contract.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { slotTime } from './slot-dates.ts';

type SlotStart = Pick<Slot, 'date' | 'hour' | 'minute'>;

/** Labels of slots. Their parts are company-local times, formatted as they are, without any time zone conversion. */
export function useSlotLabels() {
  const t = useTranslation('appointments');
  const format = useFormat();
  return useMemo(() => {
    const at = (slot: SlotStart) => `${slotTime(slot)}:00Z`;
    const time = (slot: SlotStart) => format.time(at(slot), 'UTC');
    const day = (date: string) => format.day(date);
    return {
      /** 'Fri' and '8': a column header. */
      weekday: (date: string) => format.weekday(date),
      dayOfMonth: (date: string) => String(Number(date.slice(8))),
      month: (date: string) => format.monthName(date),
      /** 'Fri, 03/08/2030' */
      day,
      /** '9:00 AM' */
      time,
      /** 'Fri, 03/08/2030 · 9:00 AM' */
      moment: (slot: SlotStart) => `${day(slot.date)} · ${time(slot)}`,
      /** '2 free' */
      free: (slot: Slot) => t('slotFree', { count: slot.values.length }),
      range: (from: string, to: string) => `${day(from)} – ${day(to)}`,
      /** '9:00 AM': a row header. */
      hour: (hour: number) => format.clock(`${String(hour).padStart(2, '0')}:00`),
    };
  }, [t, format]);
}

export type SlotLabels = ReturnType<typeof useSlotLabels>;
