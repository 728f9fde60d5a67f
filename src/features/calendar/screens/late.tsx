import { Button } from '@mantine/core';
import type { ApiFailure } from '#web/client.ts';
import { useText } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { CalendarEvent } from '../contract.ts';

/** Somebody else was faster: the refusal, and the entry as it is now. */
export interface Late {
  message: string;
  present: CalendarEvent;
}

/** What a refusal says of an entry that somebody else has changed; null when it is another refusal. */
export function lateIn(failure: Pick<ApiFailure, 'type' | 'details' | 'message'> | null): Late | null {
  const present = failure?.type === 'CONFLICT' ? failure.details?.current : undefined;
  if (!failure || typeof present !== 'object' || present === null || !('systemRef' in present)) return null;
  return { message: failure.message, present: present as CalendarEvent };
}

/** Stands in a form that came too late; what was typed stays until the person takes the present entry. */
export function LateNotice({ late, onTake }: { late: Late; onTake: (present: CalendarEvent) => void }) {
  const t = useText('calendar');
  return (
    <Notice
      tone="warn"
      isNews
      title={late.message}
      action={
        <Button variant="default" size="xs" onClick={() => onTake(late.present)}>
          {t('loadPresent')}
        </Button>
      }
    >
      {t('loadPresentHint')}
    </Notice>
  );
}
