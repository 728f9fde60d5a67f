import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../i18n.ts';
import { useIsPhone } from '../layout/use-is-phone.ts';
import classes from './data-table.module.css';

/** The selection of rows in a table: selected keys, and the content of its bar. */
export interface RowSelection {
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
  /** Selects more than the loaded rows, if the list has more. */
  more?: ReactNode;
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

/** Returns a function that selects a row, or with the shift key all rows since the one changed before it. */
export function useRowToggle(of: RowSelection | undefined, keys: readonly string[]) {
  const last = useRef<string>(undefined);
  return (id: string, isRange: boolean) => {
    if (!of) return;
    const isOn = !of.chosen.has(id);
    const [from, to] = [last.current === undefined ? -1 : keys.indexOf(last.current), keys.indexOf(id)];
    const range = isRange && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const next = new Set(of.chosen);
    for (const key of range) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    last.current = id;
    of.onChange(next);
  };
}

interface RowCheckboxProps {
  isChosen: boolean;
  name: string;
  onToggle: (isRange: boolean) => void;
}

/** The checkbox of a row. */
export function SelectRowCheckbox({ isChosen, name, onToggle }: RowCheckboxProps) {
  const t = useTranslation('web');
  return (
    <Checkbox
      size="xs"
      aria-label={t('selectRow', { name })}
      checked={isChosen}
      onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
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
      {of.more}
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
