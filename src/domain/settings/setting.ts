import type { TypedRule } from './rules.ts';

/** The company and owner data given at sign-up. */
export interface CompanyOwner {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  company_name: string;
  language?: string;
}

/** What initial values may depend on. `timezone` is the browser's; null if unknown. */
export interface NewCompany {
  timezone: string | null;
  owner: CompanyOwner;
}

/**
 * Where a setting is stored: in the JSON column `settings`, in its own column of `companies`, as the id of a file
 * (`<key>_file_id`), or as the two columns of a position.
 */
export type SettingStorage = 'json' | 'column' | 'file' | 'position';

/** One setting of a company: its rule (which knows its type on the wire), its initial value and its storage. */
export interface Setting<T, Sent = T, S extends SettingStorage = SettingStorage> {
  /** null: only the software sets it, and it is not on the wire. */
  readonly rule: TypedRule<T, Sent> | null;
  readonly initial: (company: NewCompany) => T;
  readonly storage: S;
}

/** Declares a setting that is stored as JSON. */
export function setting<T, Sent>(
  rule: TypedRule<T, Sent>,
  initial: NoInfer<T> | ((company: NewCompany) => NoInfer<T>),
): Setting<T, Sent, 'json'> & { readonly rule: TypedRule<T, Sent> } {
  return { rule, initial: asFunction(initial), storage: 'json' };
}

/** Declares a setting that is stored in its own columns. */
export function columnSetting<T, Sent, const S extends SettingStorage = 'column'>(
  rule: TypedRule<T, Sent>,
  initial: NoInfer<T> | ((company: NewCompany) => NoInfer<T>),
  storage: S = 'column' as S,
): Setting<T, Sent, S> & { readonly rule: TypedRule<T, Sent> } {
  return { rule, initial: asFunction(initial), storage };
}

/** Declares a setting that only the software sets. */
export function internalSetting<T>(initial: T): Setting<T, never, 'json'> & { readonly rule: null } {
  return { rule: null, initial: () => initial, storage: 'json' };
}

function asFunction<T>(initial: T | ((company: NewCompany) => T)): (company: NewCompany) => T {
  return typeof initial === 'function' ? (initial as (company: NewCompany) => T) : () => initial;
}
