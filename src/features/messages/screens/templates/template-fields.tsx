import { TextInput, Tooltip } from '@mantine/core';
import { useRef } from 'react';
import { messageTextLimits } from '#domain/messages/message-texts.ts';
import { countSegments } from '#domain/messages/segments.ts';
import { useTranslation } from '#web/i18n.ts';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import classes from './templates.module.css';
import type { TemplateForm, TemplateLang } from './use-template-form.ts';

/** The text of a message in one language, with buttons that insert placeholders at the cursor. */
export function TemplateFields({ form, lang }: { form: TemplateForm; lang: TemplateLang }) {
  const t = useTranslation('messages');
  const body = useRef<HTMLTextAreaElement>(null);
  const { channel, placeholders, has_button } = form.saved;
  const { subject, message, action_label } = form.text(lang);
  const error = (field: string) =>
    form.refused === null || form.refused === lang ? form.error(field) : undefined;

  function insert(name: string) {
    const field = body.current;
    const at = field?.selectionStart ?? message.length;
    const token = `{{${name}}}`;
    form.change(lang, { message: message.slice(0, at) + token + message.slice(field?.selectionEnd ?? at) });
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(at + token.length, at + token.length);
    });
  }

  return (
    <div className={classes.fields}>
      {channel === 'email' && (
        <TextInput
          label={t('subject')}
          value={subject}
          onChange={(event) => form.change(lang, { subject: event.currentTarget.value })}
          error={error('subject')}
        />
      )}
      <TextArea
        ref={body}
        label={t('message')}
        minRows={channel === 'email' ? 10 : 4}
        value={message}
        onChange={(event) => form.change(lang, { message: event.currentTarget.value })}
        error={error('message')}
      />
      <Length channel={channel} message={message} />
      <div className={classes.placeholders} role="toolbar" aria-label={t('insert')}>
        <Tooltip.Group openDelay={350}>
          {placeholders.map((name) => (
            <Tooltip
              key={name}
              label={t(`templates.placeholder.${name}`)}
              events={{ hover: true, focus: true, touch: true }}
              withArrow
            >
              <button
                type="button"
                className={classes.token}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(name)}
              >
                {`{{${name}}}`}
              </button>
            </Tooltip>
          ))}
        </Tooltip.Group>
      </div>
      {has_button && (
        <TextInput
          label={t('templates.button')}
          value={action_label}
          onChange={(event) => form.change(lang, { action_label: event.currentTarget.value })}
          error={error('action_label')}
        />
      )}
    </div>
  );
}

function Length({ channel, message }: { channel: 'email' | 'text'; message: string }) {
  const t = useTranslation('messages');
  const max = messageTextLimits.message[channel];
  const length = t('length', { n: message.length, max });
  const { segments } = countSegments(message);
  return (
    <span className={classes.length} data-over={message.length > max || undefined}>
      {channel === 'text' ? `${length} · ${t('templates.credits', { count: segments })}` : length}
    </span>
  );
}
