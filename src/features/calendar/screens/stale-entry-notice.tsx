import { Button } from '@mantine/core';
import type { ApiFailure } from '#web/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { CalendarEvent } from '../contract.ts';

/** Somebody else was faster: the refusal, and the entry as it is now. */
export interface StaleEntry {
  message: string;
  current: CalendarEvent;
}

/** What a refusal says of an entry that somebody else has changed; null when it is another refusal. */
export function staleEntryFromError(
  failure: Pick<ApiFailure, 'type' | 'details' | 'message'> | null,
): StaleEntry | null {
  const present = failure?.type === 'CONFLICT' ? failure.details?.current : undefined;
  if (!failure || typeof present !== 'object' || present === null || !('systemRef' in present)) return null;
  return { message: failure.message, current: present as CalendarEvent };
}

/** Stands in a form that came too late; what was typed stays until the person takes the present entry. */
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
