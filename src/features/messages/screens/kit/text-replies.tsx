import { Button } from '@mantine/core';
import { allows } from '#domain/people/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor, useUser } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { IconMessage } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { listTextReplies, stopTexts, type TextReply } from '../../replies-contract.ts';
import { shownAddress } from './shown-address.ts';
import classes from './text-replies.module.css';

/** The texts that came in about an appointment, newest first; nothing without any. */
export function TextReplies({ appointmentId }: { appointmentId: string }) {
  return <RepliesList replies={useRead(listTextReplies, { appointmentId }, { live: true }).data ?? []} />;
}

/** Texts that came in; nothing without any. */
export function RepliesList({ replies }: { replies: readonly TextReply[] }) {
  const t = useTranslation('messages');
  if (replies.length === 0) return null;
  return (
    <section aria-label={t('replies.title')}>
      <ul className={classes.list}>
        {replies.map((reply) => (
          <li key={reply.id} className={classes.row}>
            <IconMessage size={18} stroke={1.6} aria-hidden />
            <div className={classes.text}>
              <ReplyBody reply={reply} />
              <ReplySource reply={reply} />
            </div>
            <ReplyState reply={reply} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was written; pictures are only mentioned. */
export function ReplyBody({ reply: { body, media } }: { reply: TextReply }) {
  const t = useTranslation('messages');
  return (
    <div className={classes.body}>
      {body}
      {media > 0 && <div className={classes.faint}>{t('replies.media', { count: media })}</div>}
    </div>
  );
}

function ReplySource({ reply: { name, from_phone, received_at } }: { reply: TextReply }) {
  const format = useFormat();
  const { timezone } = useUser();
  const who = [name, shownAddress(from_phone)].filter(Boolean).join(' · ');
  return (
    <div className={classes.faint}>
      {who} · {format.dateTime(received_at, timezone)}
    </div>
  );
}

/** Whether the phone still gets texts; one click stops them for a person who asked without the keyword. */
export function ReplyState({ reply }: { reply: TextReply }) {
  const t = useTranslation('messages');
  const mayStop = allows(useActor(), 'see_communication');
  const write = useWrite(stopTexts);
  if (reply.has_opted_out) return <StatusPill tone="warn">{t('replies.optedOut')}</StatusPill>;
  if (!mayStop || reply.kind !== 'text') return null;
  const stop = async () => {
    const isSure =
      reply.may_want_stop ||
      (await confirm({
        title: t('replies.stopQuestion'),
        text: t('replies.stopHint'),
        yes: t('replies.stop'),
      }));
    if (isSure) await write.send({ id: reply.id });
  };
  return (
    <Button
      variant={reply.may_want_stop ? 'default' : 'subtle'}
      size="compact-sm"
      loading={write.pending}
      onClick={() => void stop()}
    >
      {t('replies.stop')}
    </Button>
  );
}
