import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { previewMessage } from '../../compose-contract.ts';
import type { MailLook } from '../kit/mail-frame.tsx';
import { LookChoice, RenderedMessage } from '../templates/rendered-message.tsx';
import classes from '../templates/templates.module.css';
import type { WrittenLang } from './compose-draft.ts';
import type { ComposeForm } from './use-compose-form.ts';

/** The message as the recipients of a language will see it, and what all of it costs. */
export function ComposePreview({ form, lang }: { form: ComposeForm; lang: WrittenLang }) {
  const t = useTranslation('messages');
  const [look, setLook] = useState<MailLook>('desk');
  const { draft, chosen } = form;
  const [asked] = useDebouncedValue(usePreviewInput(form, lang), 300);
  const preview = useRead(previewMessage, asked, { keep: true, enabled: chosen.length > 0 });
  const fields = preview.status === 'failed' ? Object.values(preview.failure?.fields ?? {}) : [];
  const shown = preview.data?.previews.find((one) => one.lang === lang);
  return (
    <Card
      title={t('templates.preview')}
      actions={draft.channel === 'email' && <LookChoice look={look} onChange={setLook} />}
    >
      {chosen.length === 0 && <EmptyLine>{t('compose.noPreview')}</EmptyLine>}
      {fields.map((problem) => (
        <Notice key={problem} tone="warn">
          {problem}
        </Notice>
      ))}
      {chosen.length > 0 && shown && (
        <>
          {shown.text_lang !== lang && (
            <Notice tone="info">
              {t('compose.fallback', {
                language: t(`templates.lang.${lang}`),
                other: t(`templates.lang.${shown.text_lang}`),
                names: shown.names.join(', '),
              })}
            </Notice>
          )}
          {shown.empty.length > 0 && (
            <Notice tone="info">{t('templates.empty', { names: shown.empty.join(', ') })}</Notice>
          )}
          <RenderedMessage of={shown} channel={draft.channel} look={look} />
          <p className={classes.hint}>{t('compose.shownFor', { name: shown.names[0] ?? '' })}</p>
          <Waiting until={preview.data?.waits_until ?? null} />
        </>
      )}
      <Credits needed={preview.data?.credits ?? 0} form={form} />
    </Card>
  );
}

function usePreviewInput({ draft, chosen, written, text }: ComposeForm, lang: WrittenLang) {
  const { about, appointment, channel } = draft;
  return {
    ...(about === 'appointment' && appointment ? { appointment_id: appointment.id } : {}),
    channel,
    people: chosen.map((one) => one.person_id),
    // Nothing written yet: the greeting is shown.
    texts: Object.keys(written).length > 0 ? written : { [lang]: text(lang) },
  };
}

function Waiting({ until }: { until: string | null }) {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  if (until === null) return null;
  return <Notice tone="info">{t('compose.quiet', { time: format.dateTime(until, timezone) })}</Notice>;
}

function Credits({ needed, form: { draft, people, chosen } }: { needed: number; form: ComposeForm }) {
  const t = useTranslation('messages');
  const credits = people.data?.credits;
  if (draft.channel === 'email' || credits === undefined) return null;
  if (credits === null) return <Notice tone="warn">{t('compose.noTexts')}</Notice>;
  if (chosen.length === 0) return null;
  const text = t('compose.cost', { count: needed, left: credits });
  if (needed > credits) return <Notice tone="warn">{text}</Notice>;
  return <p className={classes.hint}>{text}</p>;
}
