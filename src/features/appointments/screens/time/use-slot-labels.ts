import { useMemo } from 'react';
import type { Slot } from '#features/availability/contract.ts';
import { useFormat } from '#web/format.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import { slotTime } from './slot-dates.ts';

type SlotStart = Pick<Slot, 'date' | 'hour' | 'minute'>;

/** Labels of slots. Their parts are company-local times, formatted as they are, without any time zone conversion. */
export function useSlotLabels() {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { lang } = useLanguage();
  return useMemo(() => {
    const weekday = new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'UTC' });
    const month = new Intl.DateTimeFormat(lang, { month: 'short', timeZone: 'UTC' });
    const at = (slot: SlotStart) => `${slotTime(slot)}:00Z`;
    const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
    const time = (slot: SlotStart) => format.time(at(slot), 'UTC');
    const day = (date: string) => format.day(`${date}T12:00:00Z`, 'UTC');
    return {
      /** 'Fri' and '8': a column header. */
      weekday: (date: string) => weekday.format(noon(date)),
      dayOfMonth: (date: string) => String(Number(date.slice(8))),
      month: (date: string) => month.format(noon(date)),
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
      hour: (hour: number) => format.time(`2030-01-01T${String(hour).padStart(2, '0')}:00:00Z`, 'UTC'),
    };
  }, [t, format, lang]);
}

export type SlotLabels = ReturnType<typeof useSlotLabels>;
