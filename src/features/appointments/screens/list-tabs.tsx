import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './list-tabs.module.css';

interface Props<T extends string> {
  label: string;
  tabs: readonly { id: T; label: string }[];
  active: T;
  onChange: (id: T) => void;
}

/** Presets of a list as tabs; arrow keys move, and a phone scrolls them sideways. */
export function ListTabs<T extends string>({ label, tabs, active, onChange }: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (tab && list.current) list.current.scrollTo({ left: tab.offsetLeft - 16, behavior: 'auto' });
  }, [active]);

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
          type="button"
          role="tab"
          aria-selected={tab.id === active}
          tabIndex={tab.id === active ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
