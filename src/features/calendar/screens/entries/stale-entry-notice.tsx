import type { ApiFailure } from '#web/client/api-failure.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { ReloadNotice } from '#web/editing/reload-notice.tsx';
import { useTranslation } from '#web/i18n.ts';
import type { CalendarEvent } from '../../contract.ts';

/** A conflict with another user's change: the message and the current entry. */
export interface StaleEntry {
  message: string;
  current: CalendarEvent;
}

/** Returns the current entry from a conflict error; null for any other error. */
export function staleEntryFromError(
  failure: Pick<ApiFailure, 'type' | 'details' | 'message'> | null,
): StaleEntry | null {
  const current = failure && newerVersionIn<CalendarEvent>(failure);
  if (!current || !('systemRef' in current)) return null;
  return { message: failure.message, current };
}

/** Shown in a form after a conflict; the input stays until the user loads the current entry. */
export function StaleEntryNotice({
  late,
  onTake,
}: {
  late: StaleEntry;
  onTake: (present: CalendarEvent) => void;
}) {
  const t = useTranslation('calendar');
  return (
    <ReloadNotice
      title={late.message}
      hint={t('loadPresentHint')}
      label={t('loadPresent')}
      onReload={() => onTake(late.current)}
    />
  );
}
