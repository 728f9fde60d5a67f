import { Button } from '@mantine/core';
import type { ApiFailure } from '#web/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { CalendarEvent } from '../contract.ts';

/** A conflict with another user's change: the message and the current entry. */
export interface StaleEntry {
  message: string;
  current: CalendarEvent;
}

/** Returns the current entry from a conflict error; null for any other error. */
export function staleEntryFromError(
  failure: Pick<ApiFailure, 'type' | 'details' | 'message'> | null,
): StaleEntry | null {
  const present = failure?.type === 'CONFLICT' ? failure.details?.current : undefined;
  if (!failure || typeof present !== 'object' || present === null || !('systemRef' in present)) return null;
  return { message: failure.message, current: present as CalendarEvent };
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
    <Notice
      tone="warn"
      isNews
      title={late.message}
      action={
        <Button variant="default" size="xs" onClick={() => onTake(late.current)}>
          {t('loadPresent')}
        </Button>
      }
    >
      {t('loadPresentHint')}
    </Notice>
  );
}
