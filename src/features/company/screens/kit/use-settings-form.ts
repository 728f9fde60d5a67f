import { useRef, useState } from 'react';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useTranslation } from '#web/i18n.ts';
import { session } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { geocodeAddress } from '../../contract.ts';
import { type CompanySettingsAnswer, updateSettings } from '../../settings-contract.ts';

type Values = Record<string, unknown>;

/** Input preserved for the same user: the draft, and the rev of the settings it is based on. */
interface PreservedInput {
  draft: Values;
  rev: number;
}

/** The form of one settings tab: only values that differ from the stored ones are held and sent. */
export interface SettingsForm {
  saved: CompanySettingsAnswer;
  /** The feature whose texts label the fields. */
  texts: string;
  /** The name of the tab. */
  label: string;
  /** Paths: `company_name`, `request_form.note`, `credentials.secret_key`. */
  get: (path: string) => unknown;
  set: (path: string, value: unknown) => void;
  error: (path: string) => string | undefined;
  /** Errors for fields that the tab does not show. */
  others: () => string[];
  isDirty: boolean;
  pending: boolean;
  /** A colleague saved in the meantime. */
  isStale: boolean;
  save: (options?: { over?: boolean }) => Promise<void>;
  discard: () => void;
  /** Applies the response after a picture was saved outside the form. */
  accept: (answer: CompanySettingsAnswer) => void;
}

/** The tab of a form: its id in the menu, and the feature whose texts label the fields. */
interface FormTab {
  id: string;
  texts: string;
}
const general: FormTab = { id: 'general', texts: 'company' };

/** A form for the stored settings; input stays until it is saved or discarded. */
export function useSettingsForm(read: CompanySettingsAnswer, tab: FormTab = general): SettingsForm {
  const t = useTranslation('company');
  const [newest, setNewest] = useState(read);
  const saved = newest.rev > read.rev ? newest : read;
  // Captured on mount: when the input is preserved, the URL is already that of the login page.
  const [place] = useState(() => `${window.location.pathname}${window.location.search}`);
  const found = useRestoredInput<PreservedInput>(`settings ${place}`);
  const [draft, setDraft] = useState(found?.draft ?? {});
  const [conflicting, setConflicting] = useState<CompanySettingsAnswer | null>(null);
  // The rev the user saw at the first keystroke: newer settings of colleagues must not be silently overwritten.
  const seenRev = useRef(found && Object.keys(found.draft).length > 0 ? found.rev : null);
  usePreserveInput(`settings ${place}`, () =>
    Object.keys(draft).length > 0
      ? ({ draft, rev: seenRev.current ?? saved.rev } satisfies PreservedInput)
      : null,
  );
  const shownPaths = useRef(new Set<string>());
  const write = useWrite(updateSettings, {
    toast: t('saved'),
    onDone: (answer) => {
      accept(answer);
      seenRev.current = null;
      setDraft({});
      setConflicting(null);
    },
    onFail: (failure) => {
      const current = newerVersionIn<CompanySettingsAnswer>(failure);
      if (current) setConflicting(current);
      return current !== null || Object.keys(fieldsOf(failure)).length > 0;
    },
  });

  function accept(answer: CompanySettingsAnswer) {
    setNewest(answer);
    // Skip only our own change: what colleagues saved before it is still unseen.
    if (seenRev.current !== null && answer.rev === seenRev.current + 1) seenRev.current = answer.rev;
    const { company_name, timezone, currency, date_format, country_code, enable_online_scheduling } = answer;
    session.amend({ company_name, timezone, currency, date_format, country_code, enable_online_scheduling });
  }

  const errors = write.failure ? fieldsOf(write.failure) : {};
  const changes = changesOf(draft, saved as unknown as Values);
  return {
    saved,
    texts: tab.texts,
    label: t(`tab.${tab.id}`),
    get: (path) => valueAt(saved as unknown as Values, draft, path),
    set: (path, value) => {
      seenRev.current ??= saved.rev;
      setDraft((before) => withValue(before, path, value));
    },
    error: (path) => {
      shownPaths.current.add(path);
      return errors[path];
    },
    others: () =>
      Object.entries(errors)
        .filter(([path]) => !shownPaths.current.has(path))
        .map(([, message]) => message),
    isDirty: Object.keys(changes).length > 0,
    pending: write.pending,
    isStale: conflicting !== null,
    save: async (options) => {
      const rev = options?.over ? (conflicting?.rev ?? saved.rev) : (seenRev.current ?? saved.rev);
      // When overwriting a colleague's version, send only the fields that were changed here.
      const base = options?.over && conflicting ? conflicting : saved;
      const wanted = changesOf(draft, base as unknown as Values);
      const place = await placeOf(wanted, base);
      await write.send({ subscriberId: saved.subscriber_id, rev, ...wanted, ...place });
    },
    discard: () => {
      if (conflicting) setNewest(conflicting);
      seenRev.current = null;
      setDraft({});
      setConflicting(null);
      write.reset();
      if (conflicting) toast(t('newerShown'));
    },
    accept,
  };
}

const addressKeys = ['address', 'city', 'state', 'zip_code'] as const;

/** The position of a changed address; unknown if it can't be geocoded. */
async function placeOf(changes: Values, saved: CompanySettingsAnswer) {
  if (!addressKeys.some((key) => key in changes)) return {};
  const now = { ...saved, ...changes };
  const address = Object.fromEntries(addressKeys.map((key) => [key, String(now[key])]));
  const found = await call(geocodeAddress, address).catch(() => null);
  return { address_lat_long: found ? found.coordinates : null };
}

/** Errors by field, also for rejections that name a field without being an input error. */
function fieldsOf(failure: ApiFailure): Record<string, string> {
  if (failure.type !== 'CONFLICT') return failure.fields;
  const texts = Object.entries(failure.details ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

const nested = /^(request_form|social_links|credentials)\.(.+)$/;

function valueAt(saved: Values, draft: Values, path: string): unknown {
  const [, group, key] = nested.exec(path) ?? [];
  if (path === 'social_links') return { ...(saved[path] as Values), ...(draft[path] as Values | undefined) };
  // A value that was set to null is null, not the stored value.
  if (!group || !key) return path in draft ? draft[path] : saved[path];
  const inDraft = draft[group] as Values | undefined;
  if (inDraft && key in inDraft) return inDraft[key];
  return group === 'credentials' ? '' : (saved[group] as Values | undefined)?.[key];
}

function withValue(draft: Values, path: string, value: unknown): Values {
  const [, group, key] = nested.exec(path) ?? [];
  if (!group || !key) return { ...draft, [path]: value };
  return { ...draft, [group]: { ...(draft[group] as Values | undefined), [key]: value } };
}

function changesOf(draft: Values, saved: Values): Values {
  const changes: Values = {};
  for (const [key, value] of Object.entries(draft)) {
    if (key === 'credentials' || key === 'request_form') {
      const stored = saved[key] as Values;
      const inner = Object.entries(value as Values).filter(([name, one]) =>
        // An empty credential means "unchanged".
        key === 'credentials' ? one !== '' : JSON.stringify(one) !== JSON.stringify(stored[name]),
      );
      if (inner.length > 0) changes[key] = Object.fromEntries(inner);
    } else if (key === 'social_links') {
      // The server replaces links as a whole, so unchanged links are sent as stored.
      const links = { ...(saved[key] as Values), ...(value as Values) };
      const stored = withoutEmpty(saved[key] as Values);
      if (JSON.stringify(withoutEmpty(links)) !== JSON.stringify(stored)) changes[key] = links;
    } else if (JSON.stringify(value) !== JSON.stringify(saved[key])) changes[key] = value;
  }
  return changes;
}

function withoutEmpty(links: Values): Values {
  return sorted(
    Object.fromEntries(Object.entries(links).filter(([, link]) => link !== '' && link !== undefined)),
  );
}

function sorted(links: Values): Values {
  return Object.fromEntries(Object.entries(links).sort(([a], [b]) => (a < b ? -1 : 1)));
}
