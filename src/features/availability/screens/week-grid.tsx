import { Menu, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { useShortcuts } from '#web/shortcuts.ts';
import { IconCheck, IconChevronDown, IconCopy, IconTrash } from '#web/ui/layout/icons.ts';
import { useDayNames, useTimeNames } from './day-names.ts';
import type { Week } from './use-week.ts';
import classes from './week-grid.module.css';
import { type Cell, cellOf, cellsBetween, keyOf } from './week-keys.ts';

interface Props {
  week: Week;
  halves: readonly number[];
  mayEdit: boolean;
}

/** A drag from one corner to another, and the value it sets for the cells in between. */
interface Drag {
  from: Cell;
  to: Cell;
  isOn: boolean;
}

/**
 * The start times of a week: click or Space toggles one, dragging or Shift with the arrow keys paints many, a day's
 * header copies or clears it.
 */
export function WeekGrid({ week, halves, mayEdit }: Props) {
  const t = useTranslation('availability');
  const days = useDayNames();
  const times = useTimeNames();
  const order = days.map((one) => one.day);
  const painting = usePainting(week, order, mayEdit);
  const keys = useCellKeys({ week, halves, mayEdit }, order);
  const group = t('week');
  useShortcuts([
    { group, keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], label: t('keys.move') },
    { group, keys: [' ', 'Enter'], label: t('keys.toggle') },
    { group, keys: ['Shift+ArrowDown'], label: t('keys.several') },
  ]);
  return (
    <div className={classes.frame}>
      <table
        ref={keys.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with selectable cells is a grid
        role="grid"
        aria-label={t('week')}
        aria-readonly={!mayEdit}
        aria-multiselectable
        className={classes.grid}
        data-locked={!mayEdit || undefined}
        {...painting.handlers}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className={classes.hidden}>{t('startTime')}</span>
            </th>
            {days.map((one) => (
              <th key={one.day} scope="col" className={classes.day}>
                {mayEdit ? <DayMenu week={week} day={one} /> : <abbr title={one.long}>{one.short}</abbr>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {halves.map((half) => (
            <tr key={half} data-hour={half % 2 === 0 || undefined}>
              <th scope="row" className={classes.time}>
                {times(half)}
              </th>
              {days.map((one) => (
                <StartTime
                  key={one.day}
                  cell={{ day: one.day, half }}
                  label={t('cell', { day: one.long, time: times(half) })}
                  {...{ week, painting, keys, mayEdit }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Paints the cells of a drag; they are saved when it ends. */
function usePainting(week: Week, order: readonly number[], mayEdit: boolean) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const painted = new Set(drag ? cellsBetween(drag.from, drag.to, order) : []);
  const isOn = (key: number) => (painted.has(key) && drag ? drag.isOn : week.cells.has(key));
  const finish = () => {
    if (!drag) return;
    setDrag(null);
    void week.change(cellsBetween(drag.from, drag.to, order), drag.isOn);
  };
  const begin = (event: PointerEvent, cell: Cell) => {
    if (!mayEdit || event.button !== 0 || event.pointerType === 'touch') return;
    setDrag({ from: cell, to: cell, isOn: !week.cells.has(keyOf(cell)) });
  };
  const handlers = {
    onPointerMove: (event: PointerEvent) => {
      if (!drag) return;
      const to = cellAt(event);
      if (to && keyOf(to) !== keyOf(drag.to)) setDrag({ ...drag, to });
    },
    onPointerUp: finish,
    onPointerCancel: () => setDrag(null),
    onPointerLeave: finish,
  };
  return { isOn, begin, handlers };
}

function cellAt(event: PointerEvent): Cell | null {
  const element = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-cell]');
  const key = element?.getAttribute('data-cell');
  return key ? cellOf(Number(key)) : null;
}

/** Moves through the cells by keyboard; one of them is in the tab order. */
function useCellKeys({ week, halves, mayEdit }: Props, order: readonly number[]) {
  const [focus, setFocus] = useState<Cell>({ day: order[0] ?? 0, half: 16 });
  const table = useRef<HTMLTableElement>(null);
  const current = halves.includes(focus.half) ? focus : { ...focus, half: halves[0] ?? 0 };
  const go = (to: Cell) => {
    setFocus(to);
    table.current?.querySelector<HTMLElement>(`[data-cell="${keyOf(to)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextCell(event.key, current, order, halves);
    if (to) {
      event.preventDefault();
      if (event.shiftKey && mayEdit) {
        const isNowOn = week.cells.has(keyOf(current));
        void week.change([keyOf(to)], isNowOn);
      }
      go(to);
    } else if ((event.key === ' ' || event.key === 'Enter') && mayEdit) {
      event.preventDefault();
      void week.change([keyOf(current)], !week.cells.has(keyOf(current)));
    }
  };
  return { table, current, setFocus, onKeyDown };
}

interface StartTimeProps {
  cell: Cell;
  label: string;
  week: Week;
  painting: ReturnType<typeof usePainting>;
  keys: ReturnType<typeof useCellKeys>;
  mayEdit: boolean;
}

function StartTime({ cell, label, week, painting, keys, mayEdit }: StartTimeProps) {
  const key = keyOf(cell);
  const on = painting.isOn(key);
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with selectable cells is a grid
      role="gridcell"
      className={classes.cell}
      data-cell={key}
      data-on={on || undefined}
      aria-selected={on}
      aria-label={label}
      tabIndex={keyOf(keys.current) === key ? 0 : -1}
      onFocus={() => keys.setFocus(cell)}
      onKeyDown={keys.onKeyDown}
      onPointerDown={(event) => painting.begin(event, cell)}
      onClick={(event) => {
        // Touch scrolls the page: a tap toggles.
        const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
        if (mayEdit && isTouch) void week.change([key], !week.cells.has(key));
      }}
    >
      <span className={classes.mark}>{on && <IconCheck size={13} stroke={2.6} aria-hidden />}</span>
    </td>
  );
}

function DayMenu({ week, day }: { week: Week; day: { day: number; short: string; long: string } }) {
  const t = useTranslation('availability');
  const halves = [...week.cells].map(cellOf).filter((cell) => cell.day === day.day);
  const copy = (to: readonly number[]) => {
    const others = to.filter((one) => one !== day.day);
    const wanted = new Set(others.flatMap((one) => halves.map(({ half }) => keyOf({ day: one, half }))));
    void week.setDays(others, wanted);
  };
  return (
    <Menu position="bottom">
      <Menu.Target>
        <UnstyledButton className={classes.dayButton} aria-label={t('dayMenu', { day: day.long })}>
          {day.short}
          <IconChevronDown size={13} aria-hidden className={classes.dayIcon} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => copy([1, 2, 3, 4, 5])}>
          {t('copyToWeekdays')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => copy([0, 1, 2, 3, 4, 5, 6])}
        >
          {t('copyToAllDays')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={halves.length === 0}
          onClick={() => void week.setDays([day.day], new Set())}
        >
          {t('clearDay')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function nextCell(key: string, at: Cell, days: readonly number[], halves: readonly number[]): Cell | null {
  const nth = days.indexOf(at.day);
  const row = halves.indexOf(at.half);
  const day = (to: number) => ({ ...at, day: days[Math.max(0, Math.min(days.length - 1, to))] ?? at.day });
  const half = (to: number) => ({
    ...at,
    half: halves[Math.max(0, Math.min(halves.length - 1, to))] ?? at.half,
  });
  switch (key) {
    case 'ArrowLeft':
      return day(nth - 1);
    case 'ArrowRight':
      return day(nth + 1);
    case 'ArrowUp':
      return half(row - 1);
    case 'ArrowDown':
      return half(row + 1);
    case 'Home':
      return day(0);
    case 'End':
      return day(days.length - 1);
    case 'PageUp':
      return half(0);
    case 'PageDown':
      return half(halves.length - 1);
    default:
      return null;
  }
}
