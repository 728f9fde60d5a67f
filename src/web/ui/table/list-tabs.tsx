import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useFormat } from '../../format.ts';
import classes from './list-tabs.module.css';

export interface TabEntry<T extends string> {
  id: T;
  label: string;
  /** The number of rows; absent while unknown. */
  count?: number | undefined;
  /** The count was capped: there are more. */
  isAtLeast?: boolean | undefined;
}

interface Props<T extends string> {
  label: string;
  tabs: readonly TabEntry<T>[];
  active: T;
  onChange: (id: T) => void;
  /** The id of the panel that a tab shows. */
  panelId: string;
}

/** Presets or kinds of a list as tabs, with counts if given; arrow keys move, and a phone scrolls them sideways. */
export function ListTabs<T extends string>({ label, tabs, active, onChange, panelId }: Props<T>) {
  const format = useFormat();
  const list = useRef<HTMLDivElement>(null);
  const areCounted = tabs.every((tab) => tab.count !== undefined);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!tab || !list.current) return;
    const left = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
    list.current.scrollTo({ left, behavior: 'auto' });
    // The counts load later and shift the tabs.
  }, [active, areCounted]);

  function keyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={classes.tabs} onKeyDown={keyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${panelId}-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === active}
          aria-controls={tab.id === active ? panelId : undefined}
          tabIndex={tab.id === active ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className={classes.count}>{`${format.number(tab.count)}${tab.isAtLeast ? '+' : ''}`}</span>
          )}
        </button>
      ))}
    </div>
  );
}
