import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { IconMail, IconMessage } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { Message } from '../../contract.ts';
import { messageTones } from './message-tones.ts';
import classes from './text-replies.module.css';
import { useFailureText } from './use-failure-text.ts';

/** A message in a list: what it was, where it went, and what became of it. */
export function MessageRow({ message }: { message: Message }) {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  const reason = useFailureText();
  const Icon = message.channel === 'email' ? IconMail : IconMessage;
  return (
    <li className={classes.row}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        {message.subject || message.template_key}
        <div className={classes.faint}>
          {message.to_address} · {format.dateTime(message.sent_at ?? message.created_at, timezone)}
        </div>
        {message.error && <div className={classes.faint}>{reason(message.error, message.waits_until)}</div>}
      </div>
      <StatusPill tone={messageTones[message.status] ?? 'mute'}>
        {t(`log.status_of.${message.status}`)}
      </StatusPill>
    </li>
  );
}
