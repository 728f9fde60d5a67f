import { asZone } from '#domain/base/time.ts';
import { call } from '#web/client.ts';
import type { createFormatter } from '#web/format.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { checkInspectionTime } from '../../booking-contract.ts';
import { formatConflictTime } from '../draft/conflicts.ts';
import { localToOffsetIso } from '../draft/draft-payload.ts';
import { displayedPrice } from '../draft/draft-pricing.ts';
import type { DialogState } from '../draft/draft-state.ts';
import { chosenIds } from '../draft/scheduling-warnings-key.ts';
import type { TimeCheckResult } from './use-time-check.ts';

interface Words {
  t: (key: string, values?: Record<string, string>) => string;
  format: ReturnType<typeof createFormatter>;
}
type Known = Pick<TimeCheckResult, 'warnings' | 'competingRequests'>;

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
      date_time: localToOffsetIso(draft.dateTime, asZone(defaults.timezone)) ?? draft.dateTime,
      inspectors: draft.people.technicians,
      duration: hours,
      inspections_id: editing?.appointment.id ?? null,
      services: chosenIds(state),
    });
    const warnings = conflicts.filter((one) => one.is_warning);
    if (warnings.length < conflicts.length || warnings.length + rivals.length === 0) return null;
    return { warnings, competingRequests: rivals };
  } catch {
    return null;
  }
}

/** Asks whether the time of the draft is wanted in spite of what speaks against it; true where nothing does. */
export async function confirmSchedulingWarnings(
  draft: DialogState,
  words: Words & { subscriberId: string },
  onLooked: () => void,
): Promise<boolean> {
  const { t, format } = words;
  const found = await doubtsOf(draft, displayedPrice(draft).totals.duration_minutes / 60, words.subscriberId);
  onLooked();
  const { defaults } = draft;
  if (found === null || defaults === null) return true;
  const about = { timezone: defaults.timezone, technicians: draft.picked.technicians };
  return confirm({
    title: t('doubts'),
    text: schedulingWarningLabels(found, t, format, about).join(' · '),
    yes: t('useNevertheless'),
    no: t('otherTime'),
  });
}

/** Asks whether an appointment is made without a whole address. */
export function confirmMissingAddress(t: Words['t']): Promise<boolean> {
  return confirm({
    title: t('noAddressTitle'),
    text: t('noAddressText'),
    yes: t('bookAnyway'),
    no: t('addAddress'),
  });
}

/** Tells that an earlier try has arrived, and asks whether what it made is to be opened. */
export function confirmOpenExisting(order: string, t: Words['t']): Promise<boolean> {
  return confirm({
    title: t('arrivedTitle'),
    text: t('arrivedText', { order }),
    yes: t('arrivedOpen'),
    no: t('arrivedStay'),
  });
}

/** Each doubt in words, with the technician it is about where the names are known. */
export function schedulingWarningLabels(
  { warnings, competingRequests }: Known,
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
    ...competingRequests.map((one) =>
      t('rivalRequest', { title: one.title, time: formatConflictTime(one, format, about.timezone) }),
    ),
  ];
}
