import { Button, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../i18n.ts';
import { useIsPhone } from '../layout/use-is-phone.ts';
import classes from './data-table.module.css';

/** Choosing rows of a table: which are chosen, and what stands beside their number. */
export interface RowSelection {
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
  /** Buttons for what can be done with the chosen rows. */
  actions: ReactNode;
}

/** The box in the head: all rows that are loaded, or none. */
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

/** The box of one row. */
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

/** How many are chosen and what to do with them; shows while there are any. On a phone the button above clears. */
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

/** On a phone: shows and hides the boxes. */
export function SelectionToggle({ pressed, onToggle }: { pressed: boolean; onToggle: () => void }) {
  const t = useTranslation('web');
  return (
    <Button variant="default" aria-pressed={pressed} onClick={onToggle}>
      {t(pressed ? 'doneSelecting' : 'select')}
    </Button>
  );
}
