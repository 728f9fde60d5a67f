import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx';
import classes from './settings.module.css';
import type { SettingsForm } from './use-settings-form.ts';

export interface FieldProps {
  form: SettingsForm;
  /** The setting, `request_form.note` if nested. Its label is the text `f.<setting>` of the form's feature. */
  k: string;
  /** A description below the field: the text `h.<setting>`, or the given node. */
  hint?: boolean | ReactNode;
  /** Spans both columns. */
  wide?: boolean;
}

/** Label, description and error of a setting. */
export function useSettingLabels({ form, k, hint }: FieldProps) {
  const t = useTranslation(form.texts);
  const prefix = form.texts === 'company' ? '' : 'settings.';
  return {
    label: t(`${prefix}f.${k}`),
    ...(hint ? { description: hint === true ? t(`${prefix}h.${k}`) : hint } : {}),
    error: form.error(k),
  };
}

/** Props that make a field span both columns of a grid. */
export function fullWidthProps({ wide }: FieldProps) {
  return wide ? { wrapperProps: { 'data-wide': true } } : {};
}

/** A single-line text input. */
export function TextField(props: FieldProps & { type?: 'text' | 'email' | 'url'; placeholder?: string }) {
  const { form, k, type = 'text', placeholder } = props;
  return (
    <TextInput
      {...useSettingLabels(props)}
      {...fullWidthProps(props)}
      type={type}
      {...(placeholder ? { placeholder } : {})}
      autoComplete="off"
      value={String(form.get(k) ?? '')}
      onChange={(event) => form.set(k, event.currentTarget.value)}
    />
  );
}

/** A multi-line plain text input. */
export function TextAreaField(props: FieldProps & { minRows?: number; placeholder?: string }) {
  const { form, k, minRows = 3, placeholder } = props;
  return (
    <TextArea
      {...useSettingLabels(props)}
      {...(props.wide ? { wrapperClass: classes.wide ?? '' } : {})}
      minRows={minRows}
      {...(placeholder ? { placeholder } : {})}
      value={String(form.get(k) ?? '')}
      onChange={(event) => form.set(k, event.currentTarget.value)}
    />
  );
}

/** A rich text editor. */
export function HtmlField(props: FieldProps & { minRows?: number }) {
  const { form, k, minRows } = props;
  return (
    <div data-wide>
      <RichTextField
        {...useSettingLabels(props)}
        value={String(form.get(k) ?? '')}
        onChange={(html) => form.set(k, html)}
        {...(minRows ? { minRows } : {})}
      />
    </div>
  );
}
