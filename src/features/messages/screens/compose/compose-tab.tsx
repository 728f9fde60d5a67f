import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#web/api.ts';
import { languageName, useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { listMessageTemplates } from '../../template-contract.ts';
import { MessageFields } from '../templates/message-fields.tsx';
import classes from './compose.module.css';
import { blankStart, type WrittenLang } from './compose-draft.ts';
import { ComposePreview } from './compose-preview.tsx';
import { RecipientsFields } from './recipients-fields.tsx';
import { type ComposeForm, useComposeForm } from './use-compose-form.ts';

/** Writes a message to people of an appointment, or to contacts; the log then shows it. */
export function ComposeTab() {
  const t = useTranslation('messages');
  const [, changeUrl] = useUrlState({ tab: '', appointment: '', person: '' });
  const form = useComposeForm(({ about, appointment, contacts: [contact, ...others] }) =>
    changeUrl({
      tab: '',
      appointment: about === 'appointment' ? (appointment?.id ?? '') : '',
      person: about === 'people' && contact && others.length === 0 ? contact.id : '',
    }),
  );
  const [asked, setLang] = useState<WrittenLang | null>(null);
  const [seen, setSeen] = useState<WrittenLang | undefined>(undefined);
  // A refused text is shown, until another language is chosen.
  const wanted = form.refused !== seen ? form.refused : asked;
  const lang = form.languages.find((one) => one === wanted) ?? form.languages[0] ?? 'en';
  const discard = async () => {
    const question = {
      title: t('compose.discardTitle'),
      text: t('compose.discardText'),
      yes: t('compose.discard'),
      destroys: true,
    };
    if (await confirm(question)) form.discard();
  };
  return (
    <form
      noValidate
      aria-label={t('tabs.compose')}
      aria-busy={form.pending}
      onSubmit={(event) => {
        event.preventDefault();
        setSeen(undefined);
        if (!form.pending) void form.send();
      }}
    >
      <fieldset disabled={form.pending} className={classes.columns}>
        <div className={classes.column}>
          <Card title={t('compose.who')}>
            <RecipientsFields form={form} />
          </Card>
          <Card title={t('message')}>
            <div className={classes.fields}>
              <ChannelAndStart form={form} />
              <LanguageChoice
                form={form}
                lang={lang}
                onChange={(next) => {
                  setSeen(form.refused);
                  setLang(next);
                }}
              />
              <MessageFields
                key={`${form.draft.channel} ${lang}`}
                channel={form.draft.channel}
                text={form.text(lang)}
                placeholders={form.placeholders}
                onChange={(change) => form.type(lang, change)}
                error={(field) => form.error(`texts.${lang}.${field}`)}
              />
            </div>
          </Card>
        </div>
        <ComposePreview form={form} lang={lang} />
      </fieldset>
      <div className={classes.end}>
        {!form.isEmpty && (
          <Button variant="subtle" color="gray" disabled={form.pending} onClick={() => void discard()}>
            {t('compose.discard')}
          </Button>
        )}
        <Button type="submit" loading={form.pending}>
          {form.chosen.length === 0 ? t('compose.send') : t('compose.sendTo', { count: form.chosen.length })}
        </Button>
      </div>
    </form>
  );
}

function ChannelAndStart({ form: { draft, change } }: { form: ComposeForm }) {
  const t = useTranslation('messages');
  const { about, channel, start, typed } = draft;
  const list = useRead(listMessageTemplates, {}).data ?? [];
  const offered = list.filter((one) => one.channel === channel && one.can_start && one.key !== blankStart);
  const begin = async (key: string) => {
    const question = {
      title: t('compose.replaceTitle'),
      text: t('compose.replaceText'),
      yes: t('compose.replace'),
      destroys: true,
    };
    if (Object.keys(typed[channel]).length > 0 && !(await confirm(question))) return;
    change({ start: { ...start, [channel]: key }, typed: { ...typed, [channel]: {} } });
  };
  return (
    <>
      <SegmentedControl
        aria-label={t('compose.channel')}
        value={channel}
        onChange={(next) => change({ channel: next as typeof channel })}
        data={(['email', 'text'] as const).map((value) => ({ value, label: t(`log.channel.${value}`) }))}
      />
      {about === 'appointment' && (
        <NativeSelect
          label={t('compose.start')}
          value={start[channel]}
          onChange={(event) => void begin(event.currentTarget.value)}
          data={[
            { value: blankStart, label: t('compose.blank') },
            ...offered.map(({ key }) => ({ value: key, label: t(`templates.name.${key}`) })),
          ]}
        />
      )}
    </>
  );
}

interface LanguageProps {
  form: ComposeForm;
  lang: WrittenLang;
  onChange: (lang: WrittenLang) => void;
}

/** The languages of the recipients, if they differ. */
function LanguageChoice({ form, lang, onChange }: LanguageProps) {
  const t = useTranslation('messages');
  if (form.languages.length < 2) return null;
  const isWrong = (one: WrittenLang) =>
    form.error(`texts.${one}.message`) !== undefined || form.error(`texts.${one}.subject`) !== undefined;
  const mark = (one: WrittenLang) => (isWrong(one) ? ' !' : form.written[one] ? ' •' : '');
  return (
    <SegmentedControl
      aria-label={t('templates.language')}
      value={lang}
      onChange={(next) => onChange(next as WrittenLang)}
      data={form.languages.map((value) => ({ value, label: `${languageName(value)}${mark(value)}` }))}
    />
  );
}
