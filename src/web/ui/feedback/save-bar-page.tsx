import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useUnsavedGuard } from '../../editing/use-unsaved-guard.ts';
import classes from './save-bar.module.css';
import { type Saveable, SaveBar, useSaveBarFocus } from './save-bar.tsx';

const RegisterContext = createContext<(id: string, part: Saveable | null) => void>(() => {});

/** Adds the changes of a card to the save bar of the page it is on. */
export function useSaveable(part: Saveable): void {
  const id = useId();
  const register = use(RegisterContext);
  // With every render, so that the bar calls the functions of the last one.
  useEffect(() => register(id, part));
  useEffect(() => () => register(id, null), [id, register]);
}

/**
 * A page whose cards save through different routes, with one save bar for all of them (`useSaveable`). Save sends
 * every card with changes, also by Enter; a card that is refused keeps its input and shows why. Discard resets all.
 * Asks before the page is left with changes.
 */
export function SaveBarPage({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const { form, showNewer, register } = useParts();
  useUnsavedGuard(form.isDirty);
  useSaveBarFocus(element, form);
  const save = () => {
    if (form.isDirty && !form.pending) void form.save();
  };
  return (
    <RegisterContext value={register}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field saves, as in a form */}
      <div
        ref={element}
        tabIndex={-1}
        className={classes.form}
        aria-busy={form.pending}
        onKeyDown={(event) => {
          if (!isEnterInField(event)) return;
          event.preventDefault();
          save();
        }}
      >
        <fieldset disabled={form.pending} className={classes.fieldset}>
          {children}
        </fieldset>
        <SaveBar form={form} onSave={save} onShowNewer={showNewer} />
      </div>
    </RegisterContext>
  );
}

/** The changes of all cards as one. */
function useParts() {
  const parts = useRef(new Map<string, Saveable>());
  const [, setShown] = useState('');
  const [isSaving, setSaving] = useState(false);
  const register = useCallback((id: string, part: Saveable | null) => {
    if (part) parts.current.set(id, part);
    else parts.current.delete(id);
    // The bar is rendered again only if it looks different.
    setShown(JSON.stringify([...parts.current.values()].map(shownOf)));
  }, []);
  const all = [...parts.current];
  const some = (is: (part: Saveable) => boolean) => all.some(([, part]) => is(part));
  const form: Saveable = {
    isDirty: some((part) => part.isDirty),
    pending: isSaving || some((part) => part.pending),
    isStale: some((part) => part.isStale === true),
    others: () => all.flatMap(([, part]) => part.others()),
    save: async (options) => {
      setSaving(true);
      // One after the other: cards may save the same record.
      for (const [id, { isDirty }] of all) if (isDirty) await parts.current.get(id)?.save(options);
      setSaving(false);
    },
    discard: () => {
      for (const [, part] of all) if (part.isDirty) part.discard();
    },
  };
  const showNewer = () => {
    for (const [, part] of all) if (part.isStale) part.discard();
  };
  return { form, showNewer, register };
}

function shownOf({ isDirty, pending, isStale, others }: Saveable) {
  return [isDirty, pending, isStale, others()];
}

/** Not a field of a form with its own submit button, nor one of a dialog, whose events come through the React tree. */
function isEnterInField({ key, target, currentTarget, defaultPrevented }: KeyboardEvent): boolean {
  return (
    key === 'Enter' &&
    !defaultPrevented &&
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'file', 'button'].includes(target.type) &&
    currentTarget.contains(target) &&
    !target.closest('form')?.querySelector('[type=submit]')
  );
}
