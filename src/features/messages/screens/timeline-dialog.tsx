import { Stack } from '@mantine/core';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { LoggedMessage } from '../contract.ts';
import { getMessageTimeline, type TimelineEvent } from '../delivery-contract.ts';
import { messageTones } from './kit/message-tones.ts';
import { ResendButton } from './kit/resend-button.tsx';
import { useFailureText } from './kit/use-failure-text.ts';

/** Everything that happened to a message, and what became of it for each recipient. */
export function TimelineDialog({ message, onClose }: { message: LoggedMessage | null; onClose: () => void }) {
  const t = useTranslation('messages');
  return (
    <Dialog opened={message !== null} onClose={onClose} title={message?.subject || t('timeline.title')}>
      {message && <Timeline id={message.id} />}
    </Dialog>
  );
}

function Timeline({ id }: { id: string }) {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  const read = useRead(getMessageTimeline, { id }, { live: true });
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  if (!read.data) return <LinesSkeleton lines={4} />;
  const { recipients, events, status, resend_to: resendTo, repeated_at: repeatedAt, is_emptied } = read.data;
  return (
    <Stack gap="md">
      <ul aria-label={t('log.to')} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {recipients.map(({ address, status }) => (
          <li key={address} style={{ overflowWrap: 'anywhere' }}>
            {address}{' '}
            <StatusPill tone={messageTones[status] ?? 'mute'}>{t(`log.status_of.${status}`)}</StatusPill>
          </li>
        ))}
      </ul>
      <ol aria-label={t('timeline.title')} style={{ margin: 0, paddingInlineStart: 20 }}>
        {events.map((event) => (
          <Entry key={`${event.at} ${event.kind} ${event.recipient} ${event.reason}`} event={event} />
        ))}
      </ol>
      {is_emptied && <div>{t('timeline.emptied')}</div>}
      {repeatedAt && <div>{t('resend.done', { time: format.dateTime(repeatedAt, timezone) })}</div>}
      {resendTo && (
        <div>
          <ResendButton id={id} to={resendTo} isUncertain={status === 'uncertain'} />
        </div>
      )}
    </Stack>
  );
}

function Entry({ event }: { event: TimelineEvent }) {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  const reason = useFailureText()(event.reason);
  const label = t(`timeline.kind.${event.kind}`);
  return (
    <li style={{ overflowWrap: 'anywhere' }}>
      <strong>{event.is_machine ? t('timeline.automatic', { what: label }) : label}</strong>
      {event.recipient && ` · ${event.recipient}`} · {format.dateTime(event.at, timezone)}
      {reason && <div>{reason}</div>}
    </li>
  );
}
