import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { countSegments } from '#domain/messages/segments.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type MessagePreview, previewMessageTemplate } from '../../template-contract.ts';
import classes from './templates.module.css';
import type { TemplateForm, TemplateLang } from './use-template-form.ts';

const looks = ['desk', 'phone', 'dark'] as const;
type Look = (typeof looks)[number];

/** The message as its recipient sees it, about an appointment of the company, while it is being written. */
export function TemplatePreview({ form, lang }: { form: TemplateForm; lang: TemplateLang }) {
  const t = useTranslation('messages');
  const { key, channel } = form.saved;
  const [look, setLook] = useState<Look>('desk');
  const [draft] = useDebouncedValue({ key, channel, lang, ...form.text(lang) }, 300);
  const preview = useRead(previewMessageTemplate, draft, { keep: true });
  const fields = preview.status === 'failed' ? Object.values(preview.failure?.fields ?? {}) : [];
  const data = preview.data;
  return (
    <Card
      title={t('templates.preview')}
      actions={
        channel === 'email' && (
          <SegmentedControl
            size="xs"
            aria-label={t('templates.look')}
            value={look}
            onChange={(next) => setLook(next as Look)}
            data={looks.map((value) => ({ value, label: t(`templates.looks.${value}`) }))}
          />
        )
      }
    >
      {fields.map((problem) => (
        <Notice key={problem} tone="warn">
          {problem}
        </Notice>
      ))}
      {data && data.empty.length > 0 && (
        <Notice tone="info">{t('templates.empty', { names: data.empty.join(', ') })}</Notice>
      )}
      {data && <Shown of={data} channel={channel} look={look} />}
      {data && (
        <p className={classes.hint}>
          {data.order_id === null ? t('templates.sample') : t('templates.about', { order: data.order_id })}
        </p>
      )}
    </Card>
  );
}

function Shown({ of, channel, look }: { of: MessagePreview; channel: 'email' | 'text'; look: Look }) {
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
function MailFrame({ html, title, look }: { html: string; title: string; look: Look }) {
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
