import { SegmentedControl } from '@mantine/core';
import { countSegments } from '#domain/messages/segments.ts';
import { useTranslation } from '#web/i18n.ts';
import type { MessagePreview } from '../../template-contract.ts';
import { MailFrame, type MailLook } from '../kit/mail-frame.tsx';
import classes from './templates.module.css';

const looks = ['desk', 'phone', 'dark'] as const satisfies MailLook[];

/** Chooses how wide, and how light, a mail is shown. */
export function LookChoice({ look, onChange }: { look: MailLook; onChange: (look: MailLook) => void }) {
  const t = useTranslation('messages');
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('templates.look')}
      value={look}
      onChange={(next) => onChange(next as MailLook)}
      data={looks.map((value) => ({ value, label: t(`templates.looks.${value}`) }))}
    />
  );
}

interface Props {
  of: Pick<MessagePreview, 'subject' | 'html' | 'text'>;
  channel: 'email' | 'text';
  look: MailLook;
}

/** A message as its recipient sees it; a text with what it costs. */
export function RenderedMessage({ of, channel, look }: Props) {
  const t = useTranslation('messages');
  if (channel === 'text')
    return (
      <>
        <p className={classes.bubble}>{of.text}</p>
        <p className={classes.hint}>{t('templates.credits', { count: countSegments(of.text).segments })}</p>
      </>
    );
  return (
    <>
      <p className={classes.subject}>{of.subject}</p>
      <MailFrame html={of.html} title={t('templates.preview')} look={look} />
    </>
  );
}
