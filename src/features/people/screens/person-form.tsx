import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { hasNorthAmericanPhone, type PersonField, personFields } from '#domain/people.ts';
import type { Write } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { PhoneInput, ZipInput } from '#web/ui/digit-inputs.tsx';
import { FieldGrid, Form, useDataForm } from '#web/ui/form.tsx';
import type { Contact } from '../contract.ts';
import { type ContactRoutes, type ContactType, fieldsOf } from './contact-kinds.ts';
import classes from './person-modal.module.css';
import { PicturePanel } from './picture-panel.tsx';

interface Props {
  type: ContactType;
  formId: string;
  /** The loaded record; its status, id and picture are no fields of the form. */
  record: Contact | null;
  /** Names typed elsewhere already. */
  prefill: { first_name: string; last_name: string };
  write: Write<ContactRoutes['create']>;
}

const wide: readonly PersonField[] = ['address', 'website', 'agency_name', 'company_name'];
const place: readonly PersonField[] = ['city', 'state', 'zip_code'];
const ofOthers = { autoComplete: 'off' } as const;

/** The fields of a contact beside its picture. Nothing is checked here: the server's messages stand under the fields. */
export function PersonForm({ type, formId, record, prefill, write }: Props) {
  const t = useText('people');
  const user = useUser();
  const [file, setFile] = useState<File | null>(null);
  const names = personFields[fieldsOf[type]];
  const initialValues = Object.fromEntries(
    names.map((name) => [name, textOf(record, name) ?? prefill[name as 'first_name'] ?? '']),
  ) as Record<PersonField, string>;
  const form = useDataForm({
    initialValues,
    write,
    toInput: (values) => ({
      ...values,
      subscriberId: user.subscriber_id || user.id,
      ...(file ? { profile_pic: file } : {}),
    }),
  });

  const props = (name: PersonField) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    ...ofOthers,
  });
  const input = (name: PersonField, isFirst = false) => {
    const key = form.key(name);
    const isWide = wide.includes(name) ? { wrapperProps: { 'data-wide': true } } : {};
    if (name === 'phone' && hasNorthAmericanPhone(user.country_code))
      return <PhoneInput key={key} {...props(name)} />;
    if (name === 'zip_code' && user.country_code === 'US') return <ZipInput key={key} {...props(name)} />;
    const type = name === 'email' ? 'email' : name === 'phone' ? 'tel' : name === 'website' ? 'url' : 'text';
    return (
      <TextInput
        key={key}
        {...props(name)}
        {...isWide}
        type={type}
        description={name === 'email_cc' ? t('emailCcHint') : undefined}
        data-autofocus={isFirst || undefined}
      />
    );
  };

  return (
    <Form of={form} id={formId} label={t(`title.${type}`)}>
      <div className={classes.panels}>
        <PicturePanel
          stored={record?.profile_pic ?? null}
          chosen={file}
          onChoose={setFile}
          disabled={form.pending}
        />
        <FieldGrid>
          {names.filter((name) => !place.includes(name)).map((name, i) => input(name, i === 0))}
          {names.includes('city') && <div className={classes.place}>{place.map((name) => input(name))}</div>}
        </FieldGrid>
      </div>
    </Form>
  );
}

function textOf(record: Contact | null, name: PersonField): string | undefined {
  return record && name !== 'color' ? record[name] : undefined;
}
