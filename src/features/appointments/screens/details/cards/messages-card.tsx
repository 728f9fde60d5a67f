import { allows } from '#domain/people/permissions.ts';
import { listMessages } from '#features/messages/contract.ts';
import { MessageRow } from '#features/messages/screens/kit/message-row.tsx';
import { TextReplies } from '#features/messages/screens/kit/text-replies.tsx';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useActor } from '#web/session.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import classes from '../details.module.css';

/** All messages about the appointment with their delivery status. */
export function MessagesCard({ appointmentId }: { appointmentId: string }) {
  const t = useTranslation('appointments');
  const read = useRead(listMessages, { appointmentId }, { live: true });
  const messages = read.data ?? [];
  const mayWrite = allows(useActor(), 'see_communication');
  return (
    <Card
      title={t('messages')}
      flush
      actions={
        mayWrite && (
          <AppLink to={`/communication?tab=compose&appointment=${appointmentId}`} fz="sm">
            {t('writeMessage')}
          </AppLink>
        )
      }
    >
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
            <MessageRow key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Card>
  );
}
