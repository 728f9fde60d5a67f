import { countSegments } from '#domain/messages/segments.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './text-length.module.css';

/** How long a text is, and what it costs as a text message; red if it is too long. */
export function TextLength({ channel, text, max }: { channel: 'email' | 'text'; text: string; max: number }) {
  const t = useTranslation('messages');
  const length = t('length', { n: text.length, max });
  const { segments } = countSegments(text);
  return (
    <span className={classes.length} data-over={text.length > max || undefined}>
      {channel === 'text' ? `${length} · ${t('templates.credits', { count: segments })}` : length}
    </span>
  );
}
