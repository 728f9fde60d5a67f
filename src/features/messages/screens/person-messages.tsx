import { allows } from '#domain/people/permissions.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import type { PersonSlotProps } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { listMessageLog } from '../contract.ts';
import { listTextReplyLog } from '../replies-contract.ts';
import { MessageRow } from './kit/message-row.tsx';
import classes from './kit/text-replies.module.css';
import { RepliesList } from './kit/text-replies.tsx';

const mostShown = 5;

/** The latest messages to a person, and the texts that came back, with a way to write to them. */
export function PersonMessages({ personId }: PersonSlotProps) {
  return allows(useActor(), 'see_communication') ? <Messages personId={personId} /> : null;
}

function Messages({ personId }: { personId: string }) {
  const t = useTranslation('messages');
  const of = { person_id: personId, perPage: mostShown };
  const sent = useRead(listMessageLog, of, { live: true });
  const replies = useRead(listTextReplyLog, of, { live: true }).data?.pageData ?? [];
  const page = sent.data;
  return (
    <Card
      title={t('tabs.messages')}
      flush
      actions={
        <AppLink to={`/communication?tab=compose&person=${personId}`} fz="sm">
          {t('compose.write')}
        </AppLink>
      }
    >
      <RepliesList replies={replies} />
      {sent.status === 'failed' && <ErrorState failure={sent.failure} onRetry={sent.retry} />}
      <div className={classes.inset} hidden={page !== undefined && page.pageData.length > 0}>
        {sent.status === 'loading' && <LinesSkeleton lines={2} />}
        {page?.pageData.length === 0 && <EmptyLine>{t('log.none')}</EmptyLine>}
      </div>
      <ul className={classes.list}>
        {page?.pageData.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </ul>
      {page?.pageInfo.hasNextPage && (
        <div className={classes.more}>
          <AppLink to={`/communication?person=${personId}`} fz="sm">
            {t('compose.all')}
          </AppLink>
        </div>
      )}
    </Card>
  );
}
