import { useFormat } from '../../format.ts';
import classes from './list-tabs.module.css';
import { useTabRow } from './use-tab-row.ts';

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
  const areCounted = tabs.every((tab) => tab.count !== undefined);
  const { rowClass, more, ...row } = useTabRow({
    ids: tabs.map((tab) => tab.id),
    active,
    onChange,
    layout: areCounted,
  });

  return (
    <div
      {...row}
      role="tablist"
      aria-label={label}
      className={`${classes.tabs} ${rowClass}`}
      data-more={more}
    >
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
