import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { countSegments } from '#domain/messages/segments.ts';
import { useTranslation } from '#web/i18n.ts';
import type { MessagePreview } from '../../template-contract.ts';
import classes from './templates.module.css';

const looks = ['desk', 'phone', 'dark'] as const;
export type MailLook = (typeof looks)[number];

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

/** A mail in a frame without scripts. The page's policy forbids style attributes, so they are set as properties. */
function MailFrame({ html, title, look }: { html: string; title: string; look: MailLook }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = () => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    const mail = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
    page.documentElement.lang = mail.documentElement.lang;
    page.body.replaceChildren(...[...mail.body.childNodes].map((node) => page.importNode(node, true)));
    page.body.style.cssText = mail.body.dataset.style ?? '';
    for (const each of page.body.querySelectorAll<HTMLElement>('[data-style]'))
      each.style.cssText = each.dataset.style ?? '';
  };
  useEffect(show, [html]);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc="<!doctype html><body></body>"
      onLoad={show}
      className={classes.frame}
      data-look={look}
    />
  );
}
