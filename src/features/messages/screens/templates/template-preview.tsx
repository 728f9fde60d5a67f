import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { previewMessageTemplate } from '../../template-contract.ts';
import type { MailLook } from '../kit/mail-frame.tsx';
import { LookChoice, RenderedMessage } from './rendered-message.tsx';
import classes from './templates.module.css';
import type { TemplateForm, TemplateLang } from './use-template-form.ts';

/** The message as its recipient sees it, about an appointment of the company, while it is being written. */
export function TemplatePreview({ form, lang }: { form: TemplateForm; lang: TemplateLang }) {
  const t = useTranslation('messages');
  const { key, channel } = form.saved;
  const [look, setLook] = useState<MailLook>('desk');
  const [draft] = useDebouncedValue({ key, channel, lang, ...form.text(lang) }, 300);
  const preview = useRead(previewMessageTemplate, draft, { keep: true });
  const fields = preview.status === 'failed' ? Object.values(preview.failure?.fields ?? {}) : [];
  const data = preview.data;
  return (
    <Card
      title={t('templates.preview')}
      actions={channel === 'email' && <LookChoice look={look} onChange={setLook} />}
    >
      {fields.map((problem) => (
        <Notice key={problem} tone="warn">
          {problem}
        </Notice>
      ))}
      {data && data.empty.length > 0 && (
        <Notice tone="info">{t('templates.empty', { names: data.empty.join(', ') })}</Notice>
      )}
      {data && <RenderedMessage of={data} channel={channel} look={look} />}
      {data && (
        <p className={classes.hint}>
          {data.order_id === null ? t('templates.sample') : t('templates.about', { order: data.order_id })}
        </p>
      )}
    </Card>
  );
}
