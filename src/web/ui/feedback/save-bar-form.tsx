import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { NewerVersionNotice } from '../../editing/newer-version-notice.tsx';
import { useUnsavedGuard } from '../../editing/use-unsaved-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from './notice.tsx';
import classes from './save-bar-form.module.css';

/** Changes on a page that are saved together. */
export interface Saveable {
  isDirty: boolean;
  pending: boolean;
  /** Another user has saved in the meantime: the user must choose. */
  isStale?: boolean;
  save: (options?: { over?: boolean }) => Promise<void>;
  discard: () => void;
  /** Messages about fields that are not on the page. */
  others: () => string[];
}

/**
 * A page with its own save bar: its cards, and a bar that appears while something is unsaved. It is locked while
 * saving, moves to the first invalid field, and asks before it is left with changes.
 */
export function SaveBarForm({
  form,
  label,
  children,
}: {
  form: Saveable;
  label: string;
  children: ReactNode;
}) {
  const t = useTranslation('web');
  const element = useRef<HTMLFormElement>(null);
  useUnsavedGuard(form.isDirty);
  useFocusOnProblem(element, form.pending);
  const hasProblems = form.isStale === true || form.others().length > 0;
  const hasBar = form.isDirty || form.pending || hasProblems;
  useFocusAfterBar(element, hasBar);
  return (
    <form
      ref={element}
      tabIndex={-1}
      className={classes.form}
      noValidate
      aria-label={label}
      aria-busy={form.pending}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isDirty && !form.pending) void form.save();
      }}
    >
      <fieldset disabled={form.pending} className={classes.fieldset}>
        {children}
      </fieldset>
      {hasBar && (
        <div className={classes.foot}>
          <Problems form={form} />
          <div className={classes.bar}>
            <span className={classes.state} role="status">
              {form.isDirty && t('unsaved')}
            </span>
            {form.isDirty && (
              <Button variant="default" onClick={form.discard} disabled={form.pending}>
                {t('discard')}
              </Button>
            )}
            <Button type="submit" disabled={!form.isDirty} loading={form.pending}>
              {t('save')}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}

/** Moves to the first invalid field, or the list of problems, when saving has ended. */
function useFocusOnProblem(element: RefObject<HTMLFormElement | null>, isPending: boolean): void {
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending) {
      const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      (wrong ?? element.current?.querySelector<HTMLElement>('[data-problems]'))?.focus();
    }
    wasPending.current = isPending;
  }, [isPending]);
}

/** The bar takes its buttons with it: the focus stays at the form instead of jumping to the top of the page. */
function useFocusAfterBar(element: RefObject<HTMLFormElement | null>, hasBar: boolean): void {
  const hadBar = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (hadBar.current && !hasBar && isLost) element.current?.focus({ preventScroll: true });
    hadBar.current = hasBar;
  }, [hasBar]);
}

/** Visible next to the bar: after pressing Save at the end of a long page, the user must see why nothing was saved. */
function Problems({ form }: { form: Saveable }) {
  const others = form.others();
  if (!form.isStale && others.length === 0) return null;
  return (
    <div className={classes.problems} tabIndex={-1} data-problems>
      {form.isStale ? (
        <NewerVersionNotice onShow={form.discard} onSaveMine={() => void form.save({ over: true })} />
      ) : (
        <Notice tone="bad" isNews>
          {others.map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Notice>
      )}
    </div>
  );
}
