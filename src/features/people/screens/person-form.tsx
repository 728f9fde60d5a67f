import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { defaultColor, type PersonField, personFields } from '#domain/people/people.ts';
import type { PermissionFlag } from '#domain/people/permissions.ts';
import type { Write } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { usePreserveInput, useRestoredInput } from '#web/preserved-input.ts';
import { useUser } from '#web/session.ts';
import { ColorField } from '#web/ui/inputs/color-field.tsx';
import { PhoneInput, ZipInput } from '#web/ui/inputs/digit-inputs.tsx';
import { FieldGrid, Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import type { Route } from '#wire/route.ts';
import type { Perms } from '../team-contract.ts';
import { EmailField } from './email-field.tsx';
import { allRights, PermissionToggles } from './permission-toggles.tsx';
import classes from './person-modal.module.css';
import { isTeamType, kindOfType, type PersonType, type Prefill } from './person-types.ts';
import { PicturePanel } from './picture-panel.tsx';

type Fields = Partial<Record<PersonField | PermissionFlag | 'subscriberId', string | boolean>> & {
  profile_pic?: File;
  rev?: number;
};
/** The save function as the form sees it, whichever route it uses. */
export type PersonWrite = Write<Route<'action', { _zod: { input: Fields; output: Fields } }, unknown>>;

/** The fields of a loaded record that the form shows: not its status or id; the picture separately. */
export type PersonRecord = Partial<Record<PersonField, string>> & { profile_pic: string | null; rev: number };

/**
 * Input preserved for the same person: of an existing record only the changed fields, with the rev they are based on.
 */
interface PreservedInput {
  values: Partial<Record<PersonField, string>>;
  rights: Perms | null;
  rev: number | null;
}

interface Props {
  type: PersonType;
  formId: string;
  record: PersonRecord | null;
  recordId: string | null;
  /** Values already entered elsewhere. */
  prefill: Prefill;
  write: PersonWrite;
}

const wide: readonly PersonField[] = ['address', 'website'];
const place: readonly PersonField[] = ['city', 'state', 'zip_code'];
/** Shown next to the phone number instead of below the address, so that fields pair up. */
const afterPhone: readonly PersonField[] = ['agency_name', 'company_name'];

/**
 * The fields of a person next to the picture, with the values the record had when the form opened. Sends that record's
 * rev, so a colleague's change is never silently overwritten; to show a newer record, change the key. Nothing is
 * validated here: the server's messages appear under the fields.
 */
export function PersonForm({ type, formId, record, recordId, prefill, write }: Props) {
  const t = useTranslation('people');
  const user = useUser();
  const [file, setFile] = useState<File | null>(null);
  const asksForRights = isTeamType(type) && record === null;
  const names = namesOf(type, record === null);
  const [stored] = useState(
    () =>
      Object.fromEntries(
        names.map((name) => [name, record?.[name] ?? prefill[name as keyof Prefill] ?? '']),
      ) as Record<PersonField, string>,
  );
  const inputKey = `person.${type}.${recordId ?? 'new'}`;
  const found = useRestoredInput<PreservedInput>(inputKey);
  const [rev] = useState(record && (found?.rev ?? record.rev));
  const [rights, setRights] = useState<Perms>(
    () => found?.rights ?? (isTeamType(type) ? allRights(type) : {}),
  );
  const form = useRouteForm({
    initialValues: { ...stored, ...found?.values },
    write,
    toInput: (values) => ({
      ...values,
      ...(asksForRights ? rights : {}),
      ...(rev === null ? {} : { rev }),
      subscriberId: user.subscriber_id || user.id,
      ...(file ? { profile_pic: file } : {}),
    }),
  });
  usePreserveInput(inputKey, () => {
    const values = form.getValues();
    const changed = names.filter((name) => values[name] !== stored[name]);
    const isAsked = asksForRights && isTeamType(type) && differs(rights, allRights(type));
    if (changed.length === 0 && !isAsked) return null;
    // A new record can't conflict with others, so prefilled values are preserved, too.
    const preserved = record === null ? names : changed;
    return {
      values: Object.fromEntries(preserved.map((name) => [name, values[name]])),
      rights: asksForRights ? rights : null,
      rev,
    } satisfies PreservedInput;
  });
  const acceptSuggestion = (email: string) => {
    form.setFieldValue('email', email);
    // The field re-renders with the new text and the suggestion button is gone, so focus the field.
    requestAnimationFrame(() => form.getInputNode('email')?.focus());
  };

  const input = (name: PersonField, isFirst = false) => {
    const key = form.key(name);
    const props = {
      ...form.getInputProps(name),
      label: t(labelOf(name, user.country_code)),
      autoComplete: 'off',
    };
    switch (name) {
      case 'phone':
        return <PhoneInput key={key} {...props} country={user.country_code} />;
      case 'zip_code':
        return <ZipInput key={key} {...props} country={user.country_code} />;
      case 'email':
        return <EmailField key={key} {...props} onTake={acceptSuggestion} />;
      case 'color':
        return <ColorField key={key} {...props} first={defaultColor} />;
      default:
        return (
          <TextInput
            key={key}
            {...props}
            {...(wide.includes(name) ? { wrapperProps: { 'data-wide': true } } : {})}
            type={name === 'website' ? 'url' : 'text'}
            {...(name === 'email_cc' ? { description: t('emailCcHint'), inputMode: 'email' } : {})}
            data-autofocus={isFirst || undefined}
          />
        );
    }
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
        <div className={classes.form}>
          <FieldGrid>
            {names.filter((name) => !place.includes(name)).map((name, i) => input(name, i === 0))}
            {names.includes('city') && (
              <div className={classes.place}>{place.map((name) => input(name))}</div>
            )}
          </FieldGrid>
          {asksForRights && (
            <PermissionToggles kind={type} value={rights} onChange={setRights} disabled={form.pending} />
          )}
        </div>
      </div>
    </Form>
  );
}

function differs(rights: Perms, from: Perms): boolean {
  return Object.keys(from).some((flag) => rights[flag as PermissionFlag] !== from[flag as PermissionFlag]);
}

/** The fields in display order; the color can be chosen only for existing members. */
function namesOf(type: PersonType, isNew: boolean): PersonField[] {
  const all = personFields[kindOfType[type]].filter((name) => !(isNew && name === 'color'));
  const late = all.filter((name) => afterPhone.includes(name));
  const rest = all.filter((name) => !afterPhone.includes(name));
  rest.splice(rest.indexOf('phone') + 1, 0, ...late);
  return rest;
}

function labelOf(name: PersonField, country: string): string {
  if (name === 'zip_code' && country !== 'US') return 'postalCode';
  if (name === 'state' && country === 'CA') return 'province';
  if (name === 'state' && country !== 'US' && country !== 'AU') return 'region';
  return `fields.${name}`;
}
