import { listMessages, type Message } from '#features/messages/contract.ts';
import { messageTones } from '#features/messages/screens/kit/message-tones.ts';
import { TextReplies } from '#features/messages/screens/kit/text-replies.tsx';
import { useFailureText } from '#features/messages/screens/kit/use-failure-text.ts';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconMail, IconMessage } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import classes from './details.module.css';

/** All messages about the appointment with their delivery status. */
export function MessagesCard({ appointmentId }: { appointmentId: string }) {
  const t = useTranslation('appointments');
  const read = useRead(listMessages, { appointmentId }, { live: true });
  const messages = read.data ?? [];
  return (
    <Card title={t('messages')} flush>
      <TextReplies appointmentId={appointmentId} />
      {read.status === 'failed' && <ErrorState failure={read.failure} onRetry={read.retry} />}
      {read.status === 'loading' && (
        <div style={{ padding: '0 20px 20px' }}>
          <LinesSkeleton lines={2} />
        </div>
      )}
      {read.status === 'loaded' && messages.length === 0 && (
        <div className={classes.inset}>
          <EmptyLine>{t('noMessages')}</EmptyLine>
        </div>
      )}
      {messages.length > 0 && (
        <ul className={classes.list}>
          {messages.map((message) => (
            <Row key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ message }: { message: Message }) {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  const reason = useFailureText();
  const Icon = message.channel === 'email' ? IconMail : IconMessage;
  return (
    <li className={classes.entry}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        {message.subject || message.template_key}
        <div className={classes.faint}>
          {message.to_address} · {format.dateTime(message.sent_at ?? message.created_at, timezone)}
        </div>
        {message.error && <div className={classes.faint}>{reason(message.error)}</div>}
      </div>
      <StatusPill tone={messageTones[message.status] ?? 'mute'}>
        {t(`log.status_of.${message.status}`)}
      </StatusPill>
    </li>
  );
}
