import { Button, Checkbox, SegmentedControl, Switch } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { languageName, useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { getMessageTemplate, type MessageTemplate, testMessageTemplate } from '../../template-contract.ts';
import { TemplateFields } from './template-fields.tsx';
import { TemplatePreview } from './template-preview.tsx';
import classes from './templates.module.css';
import { type TemplateForm, type TemplateLang, useTemplateForm } from './use-template-form.ts';

interface Props {
  messageKey: string;
  channel: 'email' | 'text';
  onBack: () => void;
}

/** The editor of one message: its text in each language with a live preview, who gets it, and a test. */
export function TemplateEditor({ messageKey, channel, onBack }: Props) {
  const t = useTranslation('messages');
  const template = useRead(getMessageTemplate, { key: messageKey, channel });
  return (
    <>
      <Button variant="subtle" className={classes.back ?? ''} onClick={onBack}>
        {t('templates.back')}
      </Button>
      {template.status === 'failed' && <ErrorState failure={template.failure} onRetry={template.retry} />}
      {template.data ? (
        <Editor read={template.data} />
      ) : (
        template.status !== 'failed' && <CardSkeleton height={420} />
      )}
    </>
  );
}

function Editor({ read }: { read: MessageTemplate }) {
  const t = useTranslation('messages');
  const form = useTemplateForm(read);
  const [chosen, setLang] = useState<TemplateLang>('en');
  const [seen, setSeen] = useState<TemplateLang | null>(null);
  // A refused text is shown, until another language is chosen.
  const lang = form.refused && form.refused !== seen ? form.refused : chosen;
  const name = t(`templates.name.${read.key}`);
  return (
    <SaveBarForm form={form} label={name}>
      <div className={classes.columns}>
        <Card title={name} actions={<Actions form={form} lang={lang} />}>
          <SegmentedControl
            aria-label={t('templates.language')}
            value={lang}
            onChange={(next) => {
              setSeen(form.refused);
              setLang(next as TemplateLang);
            }}
            data={(['en', 'de', 'fr'] as const).map((value) => ({
              value,
              label: form.saved.own.includes(value) ? `${languageName(value)} •` : languageName(value),
            }))}
          />
          {form.saved.own.length > 0 && !form.saved.own.includes(lang) && (
            <Notice tone="info">{t('templates.fallback', { language: t(`templates.lang.${lang}`) })}</Notice>
          )}
          <TemplateFields key={lang} form={form} lang={lang} />
        </Card>
        <TemplatePreview form={form} lang={lang} />
      </div>
      <Recipients form={form} />
    </SaveBarForm>
  );
}

function Actions({ form, lang }: { form: TemplateForm; lang: TemplateLang }) {
  const t = useTranslation('messages');
  const { key, channel, own } = form.saved;
  const test = useWrite(testMessageTemplate, { toast: ({ to }) => t('templates.tested', { to }) });
  const restore = async () => {
    const question = {
      title: t('templates.restoreTitle', { language: t(`templates.lang.${lang}`) }),
      text: t('templates.restoreText'),
      yes: t('templates.restore'),
      destroys: true,
    };
    if (await confirm(question)) await form.restore(lang);
  };
  return (
    <>
      {own.includes(lang) && (
        <Button variant="subtle" size="compact-md" onClick={() => void restore()}>
          {t('templates.restore')}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-md"
        loading={test.pending}
        onClick={() => void test.send({ key, channel, lang, ...form.text(lang) })}
      >
        {t('templates.test')}
      </Button>
    </>
  );
}

function Recipients({ form }: { form: TemplateForm }) {
  const t = useTranslation('messages');
  const { can_be_disabled, offered } = form.saved;
  const { enabled, audiences } = form.switches;
  return (
    <Card title={t('templates.sending')}>
      <Switch
        label={t('templates.enabled')}
        description={can_be_disabled ? undefined : t('templates.always')}
        checked={enabled}
        disabled={!can_be_disabled}
        onChange={(event) => form.changeSwitches({ enabled: event.currentTarget.checked })}
        error={form.error('enabled')}
      />
      {offered.length > 0 && (
        <Checkbox.Group
          mt={16}
          label={t('templates.recipients')}
          value={audiences}
          onChange={(next) => form.changeSwitches({ audiences: next as typeof audiences })}
          error={form.error('audiences')}
        >
          <div className={classes.recipients}>
            {offered.map((each) => (
              <Checkbox key={each} value={each} label={t(`templates.to.${each}`)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </Card>
  );
}
