import { TextInput } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { MessageFields } from './message-fields.tsx';
import classes from './templates.module.css';
import type { TemplateForm, TemplateLang } from './use-template-form.ts';

/** The text of a message in one language, and the label of its button. */
export function TemplateFields({ form, lang }: { form: TemplateForm; lang: TemplateLang }) {
  const t = useTranslation('messages');
  const { channel, placeholders, has_button } = form.saved;
  const text = form.text(lang);
  const error = (field: string) =>
    form.refused === null || form.refused === lang ? form.error(field) : undefined;
  return (
    <div className={classes.fields}>
      <MessageFields
        {...{ channel, text, placeholders, error }}
        onChange={(change) => form.change(lang, change)}
      />
      {has_button && (
        <TextInput
          label={t('templates.button')}
          value={text.action_label}
          onChange={(event) => form.change(lang, { action_label: event.currentTarget.value })}
          error={error('action_label')}
        />
      )}
    </div>
  );
}
