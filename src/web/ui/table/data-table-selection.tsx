import { Button, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../i18n.ts';
import { useIsPhone } from '../layout/use-is-phone.ts';
import classes from './data-table.module.css';

/** The selection of rows in a table: selected keys, and the content of its bar. */
export interface RowSelection {
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
  /** Buttons for actions on the selected rows. */
  actions: ReactNode;
}

/** The checkbox in the header: selects all loaded rows, or none. */
export function SelectAllCheckbox({ of, keys }: { of: RowSelection; keys: readonly string[] }) {
  const t = useTranslation('web');
  const count = keys.filter((key) => of.chosen.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  return (
    <Checkbox
      size="xs"
      aria-label={t('selectAll')}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={keys.length === 0}
      onChange={() => of.onChange(isAll ? new Set() : new Set([...of.chosen, ...keys]))}
    />
  );
}

/** The checkbox of a row. */
export function SelectRowCheckbox({ of, id, name }: { of: RowSelection; id: string; name: string }) {
  const t = useTranslation('web');
  return (
    <Checkbox
      size="xs"
      aria-label={t('selectRow', { name })}
      checked={of.chosen.has(id)}
      onChange={() => {
        const next = new Set(of.chosen);
        if (!next.delete(id)) next.add(id);
        of.onChange(next);
      }}
    />
  );
}

/**
 * The number of selected rows and their actions; visible if any are selected. On a phone the button above clears the
 * selection.
 */
export function SelectionBar({ of }: { of: RowSelection }) {
  const t = useTranslation('web');
  const format = useFormat();
  const isPhone = useIsPhone();
  if (of.chosen.size === 0) return null;
  return (
    <div className={classes.selectBar}>
      <span role="status" className={classes.selectCount}>
        {t('selected', { count: of.chosen.size, number: format.number(of.chosen.size) })}
      </span>
      {of.actions}
      {!isPhone && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => of.onChange(new Set())}>
          {t('clearSelection')}
        </Button>
      )}
    </div>
  );
}

/** On a phone: shows and hides the checkboxes. */
export function SelectionToggle({ pressed, onToggle }: { pressed: boolean; onToggle: () => void }) {
  const t = useTranslation('web');
  return (
    <Button variant="default" aria-pressed={pressed} onClick={onToggle}>
      {t(pressed ? 'doneSelecting' : 'select')}
    </Button>
  );
}
