import { useEffect, useEffectEvent, useState } from 'react';
import { fieldDefinitions, fieldsOf, type PersonField } from '#domain/people/contact-fields.ts';
import type { PermissionFlag } from '#domain/people/permissions.ts';
import type { Write } from '#web/api.ts';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useUser } from '#web/session.ts';
import { useRouteForm } from '#web/ui/inputs/form.tsx';
import type { Route } from '#wire/route.ts';
import type { Perms } from '../team-contract.ts';
import { allRights } from './permission-toggles.tsx';
import { isTeamType, kindOfType, type PersonType, type Prefill } from './person-types.ts';

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

export interface PersonFormOptions {
  type: PersonType;
  record: PersonRecord | null;
  recordId: string | null;
  /** Values already entered elsewhere. */
  prefill: Prefill;
  write: PersonWrite;
  /** Called when the form starts or stops to hold unsaved input. */
  onDirty?: (isDirty: boolean) => void;
}

/**
 * The state of a person's form: its fields in display order, the picture and, for a new team member, the permissions.
 * Starts from the values of the record, or from input preserved when the session ended.
 */
export function usePersonForm({ type, record, recordId, prefill, write, onDirty }: PersonFormOptions) {
  const user = useUser();
  const [file, setFile] = useState<File | null>(null);
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
  const defaultRights = isTeamType(type) && record === null ? allRights(type) : null;
  const [rights, setRights] = useState(() => defaultRights && (found?.rights ?? defaultRights));
  const isChanged = (values: Record<PersonField, string>) =>
    names.some((name) => values[name] !== stored[name]);
  const [hasText, setHasText] = useState(() => isChanged({ ...stored, ...found?.values }));
  const hasRights = rights !== null && defaultRights !== null && differs(rights, defaultRights);
  useDirty(hasText || hasRights || file !== null, onDirty);
  const form = useRouteForm({
    initialValues: { ...stored, ...found?.values },
    onValuesChange: (values) => setHasText(isChanged(values)),
    write,
    toInput: (values) => ({
      ...values,
      ...rights,
      ...(rev === null ? {} : { rev }),
      subscriberId: user.subscriber_id || user.id,
      ...(file ? { profile_pic: file } : {}),
    }),
  });
  usePreserveInput(inputKey, () => {
    const values = form.getValues();
    const changed = names.filter((name) => values[name] !== stored[name]);
    if (changed.length === 0 && !hasRights) return null;
    // A new record can't conflict with others, so prefilled values are preserved, too.
    const preserved = record === null ? names : changed;
    return {
      values: Object.fromEntries(preserved.map((name) => [name, values[name]])),
      rights,
      rev,
    } satisfies PreservedInput;
  });
  return { form, names, picture: { file, setFile }, rights, setRights };
}

function useDirty(isDirty: boolean, onDirty: PersonFormOptions['onDirty']): void {
  const report = useEffectEvent((now: boolean) => onDirty?.(now));
  useEffect(() => report(isDirty), [isDirty]);
}

function differs(rights: Perms, from: Perms): boolean {
  return Object.keys(from).some((flag) => rights[flag as PermissionFlag] !== from[flag as PermissionFlag]);
}

/** The fields in display order; the color can be chosen only for existing members. */
function namesOf(type: PersonType, isNew: boolean): PersonField[] {
  const all = fieldsOf(kindOfType[type]).filter((name) => !(isNew && name === 'color'));
  const isLate = (name: PersonField) => fieldDefinitions[name].placement === 'afterPhone';
  const rest = all.filter((name) => !isLate(name));
  rest.splice(rest.indexOf('phone') + 1, 0, ...all.filter(isLate));
  return rest;
}
