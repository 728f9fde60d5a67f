import type { Formatter } from '#domain/base/formatter.ts';
import { asZone } from '#domain/base/time.ts';
import { call } from '#web/client/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { checkInspectionTime } from '../../booking-contract.ts';
import { formatConflictTime } from '../draft/conflicts.ts';
import { localToOffsetIso } from '../draft/draft-payload.ts';
import { displayedPrice } from '../draft/draft-pricing.ts';
import type { DialogState } from '../draft/draft-state.ts';
import { chosenIds, placeOfDraft } from '../draft/scheduling-warnings-key.ts';
import type { TimeCheckResult } from './use-time-check.ts';

interface PromptOptions {
  t: (key: string, values?: Record<string, string>) => string;
  format: Formatter;
}
type Known = Pick<TimeCheckResult, 'warnings' | 'competingRequests'>;

/**
 * Returns the warnings about the draft's time other than conflicting bookings, to show them before booking. Null if
 * there is nothing to ask: the server decides about conflicts, and a failed check blocks no one.
 */
async function fetchWarnings(state: DialogState, hours: number, subscriberId: string): Promise<Known | null> {
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
      ...placeOfDraft(state),
    });
    const warnings = conflicts.filter((one) => one.is_warning);
    if (warnings.length < conflicts.length || warnings.length + rivals.length === 0) return null;
    return { warnings, competingRequests: rivals };
  } catch {
    return null;
  }
}

/** Asks whether to use the draft's time despite its warnings; true without warnings. */
export async function confirmSchedulingWarnings(
  draft: DialogState,
  options: PromptOptions & { subscriberId: string },
  onLooked: () => void,
): Promise<boolean> {
  const { t, format } = options;
  const found = await fetchWarnings(
    draft,
    displayedPrice(draft).totals.duration_minutes / 60,
    options.subscriberId,
  );
  onLooked();
  const { defaults } = draft;
  if (found === null || defaults === null) return true;
  const about = { timezone: defaults.timezone, technicians: draft.picked.technicians };
  return confirm({
    title: t('schedulingWarnings'),
    text: schedulingWarningLabels(found, t, format, about).join(' · '),
    yes: t('useNevertheless'),
    no: t('otherTime'),
  });
}

/** Asks whether to book without a complete address. */
export function confirmMissingAddress(t: PromptOptions['t']): Promise<boolean> {
  return confirm({
    title: t('noAddressTitle'),
    text: t('noAddressText'),
    yes: t('bookAnyway'),
    no: t('addAddress'),
  });
}

/** Reports that an earlier attempt succeeded and asks whether to open its appointment. */
export function confirmOpenExisting(order: string, t: PromptOptions['t']): Promise<boolean> {
  return confirm({
    title: t('arrivedTitle'),
    text: t('arrivedText', { order }),
    yes: t('arrivedOpen'),
    no: t('arrivedStay'),
  });
}

/** Returns a label for each warning, with the technician's name if known. */
export function schedulingWarningLabels(
  { warnings, competingRequests }: Known,
  t: PromptOptions['t'],
  format: PromptOptions['format'],
  about: { timezone: string; technicians: readonly { id: string; first_name: string; last_name: string }[] },
): string[] {
  const nameOf = (id: string) => {
    const technician = about.technicians.find((one) => one.id === id);
    return technician ? fullName(technician) : t('technician');
  };
  return [
    ...warnings.map((one) => `${nameOf(one.technician_id)}: ${t(`busy.${one.kind}`)}`),
    ...competingRequests.map((one) =>
      t('competingRequest', { title: one.title, time: formatConflictTime(one, format, about.timezone) }),
    ),
  ];
}
