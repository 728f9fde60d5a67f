import { TextInput, Tooltip } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { type MessageText, messageTextLimits } from '#domain/messages/message-texts.ts';
import { useTranslation } from '#web/i18n.ts';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { TextLength } from '../kit/text-length.tsx';
import classes from './templates.module.css';

interface Props {
  channel: 'email' | 'text';
  text: Pick<MessageText, 'subject' | 'message'>;
  placeholders: readonly string[];
  onChange: (change: Partial<MessageText>) => void;
  error: (field: string) => ReactNode;
}

/** Subject and text of a message, with buttons that insert placeholders at the cursor. */
export function MessageFields({ channel, text, placeholders, onChange, error }: Props) {
  const t = useTranslation('messages');
  const body = useRef<HTMLTextAreaElement>(null);
  const { subject, message } = text;

  function insert(name: string) {
    const field = body.current;
    const at = field?.selectionStart ?? message.length;
    const token = `{{${name}}}`;
    onChange({ message: message.slice(0, at) + token + message.slice(field?.selectionEnd ?? at) });
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(at + token.length, at + token.length);
    });
  }

  return (
    <>
      {channel === 'email' && (
        <TextInput
          label={t('subject')}
          value={subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
          error={error('subject')}
        />
      )}
      <TextArea
        ref={body}
        label={t('message')}
        minRows={channel === 'email' ? 10 : 4}
        value={message}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
        error={error('message')}
      />
      <TextLength channel={channel} text={message} max={messageTextLimits.message[channel]} />
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
    </>
  );
}
