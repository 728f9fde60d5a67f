import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { SettingsForm } from '#features/company/screens/kit/use-settings-form.ts';
import { useRead } from '#web/api.ts';
import { languages, useTranslation } from '#web/i18n.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { previewMailLayout } from '../template-contract.ts';
import { MailFrame } from './kit/mail-frame.tsx';

type Lang = (typeof languages)[number]['id'];

/** A mail with the header and footer that are being chosen, in the company's language or another one. */
export function LayoutPreview({ form }: { form: SettingsForm }) {
  const t = useTranslation('messages');
  const [chosen, choose] = useState<Lang | null>(null);
  const lang = chosen ?? (form.get('message_language') as Lang);
  const text = (key: string) => String(form.get(key) ?? '');
  const [draft] = useDebouncedValue(
    {
      email_header_type: Number(form.get('email_header_type')),
      email_footer_type: Number(form.get('email_footer_type')),
      email_header_text: text('email_header_text'),
      email_footer_text: text('email_footer_text'),
      point_of_contact_name: text('point_of_contact_name'),
      track_emails: form.get('track_emails') === true,
    },
    300,
  );
  const preview = useRead(previewMailLayout, { lang, ...draft }, { keep: true });
  return (
    <Card
      title={t('templates.preview')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('templates.language')}
          value={lang}
          onChange={(next) => choose(next as Lang)}
          data={languages.map(({ id, name }) => ({ value: id, label: name }))}
        />
      }
    >
      {preview.status === 'failed' && <ErrorState failure={preview.failure} onRetry={preview.retry} />}
      {!preview.data && preview.status === 'loading' && <LinesSkeleton lines={6} />}
      {preview.data && <MailFrame html={preview.data.html} title={t('templates.preview')} look="desk" fits />}
    </Card>
  );
}
