import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { NewerVersionNotice } from '../../editing/newer-version-notice.tsx';
import { useTranslation } from '../../i18n.ts';
import { Notice } from './notice.tsx';
import classes from './save-bar.module.css';

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

interface Props {
  form: Saveable;
  /** Without it, Save submits the form around the bar. */
  onSave?: () => void;
  /** Shows another user's version; without it, everything is discarded. */
  onShowNewer?: () => void;
}

/** The bar of a page with unsaved changes. Renders nothing while there are none. */
export function SaveBar({ form, onSave, onShowNewer }: Props) {
  const t = useTranslation('web');
  if (!hasSaveBar(form)) return null;
  return (
    <div className={classes.foot}>
      <Problems form={form} onShowNewer={onShowNewer ?? form.discard} />
      <div className={classes.bar}>
        <span className={classes.state} role="status">
          {form.isDirty && t('unsaved')}
        </span>
        {form.isDirty && (
          <Button variant="default" onClick={form.discard} disabled={form.pending}>
            {t('discard')}
          </Button>
        )}
        <Button
          disabled={!form.isDirty}
          loading={form.pending}
          {...(onSave ? { onClick: onSave } : { type: 'submit' })}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  );
}

/** Keeps the keyboard where it helps: at the first problem after saving, and at the page once the bar is gone. */
export function useSaveBarFocus(element: RefObject<HTMLElement | null>, form: Saveable): void {
  const before = useRef({ isPending: false, hasBar: false });
  const hasBar = hasSaveBar(form);
  const isPending = form.pending;
  useEffect(() => {
    const was = before.current;
    before.current = { isPending, hasBar };
    // The bar takes its buttons with it: the focus stays at the form instead of jumping to the top of the page.
    const isLost = document.activeElement === document.body;
    if (was.hasBar && !hasBar && isLost) element.current?.focus({ preventScroll: true });
    if (!was.isPending || isPending) return;
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? element.current?.querySelector<HTMLElement>('[data-problems]'))?.focus();
  }, [isPending, hasBar]);
}

function hasSaveBar(form: Saveable): boolean {
  return form.isDirty || form.pending || form.isStale === true || form.others().length > 0;
}

/** Visible next to the bar: after pressing Save at the end of a long page, the user must see why nothing was saved. */
function Problems({ form, onShowNewer }: { form: Saveable; onShowNewer: () => void }) {
  const others = form.others();
  if (!form.isStale && others.length === 0) return null;
  return (
    <div className={classes.problems} tabIndex={-1} data-problems>
      {form.isStale ? (
        <NewerVersionNotice onShow={onShowNewer} onSaveMine={() => void form.save({ over: true })} />
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
