import { Button } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { failureMessage, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { personalLinkToken } from '#web/navigation/personal-link.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type ClientView, type RequestedChange, requestChange } from '../contract.ts';
import classes from './client-view.module.css';

const changes: readonly RequestedChange[] = ['time', 'people', 'services', 'property', 'cancel', 'other'];

/** Form for requesting a change. A visitor without a personal link adds a name and optionally an email address. */
export function ChangeRequestForm({ view, onSent }: { view: ClientView; onSent: () => void }) {
  const t = useTranslation('portal');
  const write = useWrite(requestChange, { onDone: onSent });
  const { fieldErrors, failure, pending } = write;
  const p = personalLinkToken();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { wish, message = '', name, email } = values;
    void write.send({
      publicId: view.public_id,
      wish: wish as RequestedChange,
      message,
      ...(view.viewer && p ? { p } : { name: name ?? '', email: email ?? '' }),
    });
  };
  return (
    <form className={classes.form} noValidate onSubmit={send} aria-label={t('requestChange')}>
      <fieldset disabled={pending} className={classes.plain}>
        {failure && Object.keys(fieldErrors).length === 0 && (
          <Notice tone="bad" isNews>
            {failureMessage(failure)}
          </Notice>
        )}
        <Fields errors={fieldErrors} asksForName={!view.viewer} />
        <Button type="submit" loading={pending} fullWidth>
          {t('change.send')}
        </Button>
      </fieldset>
    </form>
  );
}

function Fields({ errors, asksForName }: { errors: Record<string, string>; asksForName: boolean }) {
  const t = useTranslation('portal');
  return (
    <>
      <Field name="wish" label={t('change.what')} error={errors.wish}>
        {(attributes) => (
          <select {...attributes} defaultValue="time">
            {changes.map((wish) => (
              <option key={wish} value={wish}>
                {t(`change.kind.${wish}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name="message" label={t('change.message')} error={errors.message}>
        {(attributes) => <textarea {...attributes} rows={4} />}
      </Field>
      {asksForName && (
        <>
          <Field name="name" label={t('change.name')} error={errors.name}>
            {(attributes) => <input {...attributes} autoComplete="name" />}
          </Field>
          <Field name="email" label={t('change.email')} error={errors.email}>
            {(attributes) => <input {...attributes} type="email" autoComplete="email" />}
          </Field>
        </>
      )}
    </>
  );
}

interface Attributes {
  id: string;
  name: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

function Field(props: {
  name: string;
  label: string;
  error: string | undefined;
  children: (attributes: Attributes) => React.ReactNode;
}) {
  const id = useId();
  const { name, label, error, children } = props;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        className: classes.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-error` : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
