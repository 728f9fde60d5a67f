import { asZone } from '#domain/base/time.ts';
import { call } from '#web/client.ts';
import type { formatter } from '#web/format.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { fullName } from '#web/ui/layout/person-badge.tsx';
import { checkInspectionTime } from '../../booking-contract.ts';
import { conflictTime } from '../draft/conflicts.ts';
import { chosenIds } from '../draft/doubts-key.ts';
import { offsetTime } from '../draft/draft-payload.ts';
import { priceOf } from '../draft/draft-pricing.ts';
import type { DialogState } from '../draft/draft-state.ts';
import type { TimeFindings } from './use-time-check.ts';

interface Words {
  t: (key: string, values?: Record<string, string>) => string;
  format: ReturnType<typeof formatter>;
}
type Known = Pick<TimeFindings, 'warnings' | 'rivals'>;

/**
 * What speaks against the time of the draft beside other bookings, so that it is said before it is booked. Null where there is
 * nothing to ask: the server has the last word on what is taken, and a look that fails stops nobody.
 */
async function doubtsOf(state: DialogState, hours: number, subscriberId: string): Promise<Known | null> {
  const { draft, defaults, editing } = state;
  if (!draft.dateTime || !defaults) return null;
  try {
    const { conflicts, rivals } = await call(checkInspectionTime, {
      subscriberId,
      date_time: offsetTime(draft.dateTime, asZone(defaults.timezone)) ?? draft.dateTime,
      inspectors: draft.people.technicians,
      duration: hours,
      inspections_id: editing?.appointment.id ?? null,
      services: chosenIds(state),
    });
    const warnings = conflicts.filter((one) => one.is_warning);
    if (warnings.length < conflicts.length || warnings.length + rivals.length === 0) return null;
    return { warnings, rivals };
  } catch {
    return null;
  }
}

/** Asks whether the time of the draft is wanted in spite of what speaks against it; true where nothing does. */
export async function isSureOf(
  draft: DialogState,
  words: Words & { subscriberId: string },
  onLooked: () => void,
): Promise<boolean> {
  const { t, format } = words;
  const found = await doubtsOf(draft, priceOf(draft).totals.duration_minutes / 60, words.subscriberId);
  onLooked();
  const { defaults } = draft;
  if (found === null || defaults === null) return true;
  const about = { timezone: defaults.timezone, technicians: draft.picked.technicians };
  return confirm({
    title: t('doubts'),
    text: doubtWords(found, t, format, about).join(' · '),
    yes: t('useNevertheless'),
    no: t('otherTime'),
  });
}

/** Asks whether an appointment is made without a whole address. */
export function isSureWithoutAddress(t: Words['t']): Promise<boolean> {
  return confirm({
    title: t('noAddressTitle'),
    text: t('noAddressText'),
    yes: t('bookAnyway'),
    no: t('addAddress'),
  });
}

/** Tells that an earlier try has arrived, and asks whether what it made is to be opened. */
export function isToBeOpened(order: string, t: Words['t']): Promise<boolean> {
  return confirm({
    title: t('arrivedTitle'),
    text: t('arrivedText', { order }),
    yes: t('arrivedOpen'),
    no: t('arrivedStay'),
  });
}

/** Each doubt in words, with the technician it is about where the names are known. */
export function doubtWords(
  { warnings, rivals }: Known,
  t: Words['t'],
  format: Words['format'],
  about: { timezone: string; technicians: readonly { id: string; first_name: string; last_name: string }[] },
): string[] {
  const nameOf = (id: string) => {
    const technician = about.technicians.find((one) => one.id === id);
    return technician ? fullName(technician) : t('technician');
  };
  return [
    ...warnings.map((one) => `${nameOf(one.technician_id)}: ${t(`busy.${one.kind}`)}`),
    ...rivals.map((one) =>
      t('rivalRequest', { title: one.title, time: conflictTime(one, format, about.timezone) }),
    ),
  ];
}
