import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconAlertTriangle } from '#web/ui/layout/icons.ts';
import { useTabRow } from '#web/ui/table/use-tab-row.ts';
import classes from './editor.module.css';

interface Props<T extends string> {
  label: string;
  panelId: string;
  tabs: readonly { id: T; label: string; count?: number | undefined; isWrong: boolean; isWarned: boolean }[];
  active: T;
  onChange: (id: T) => void;
}

/** The sections of a service as tabs, navigable by arrow keys; they scroll sideways on a phone. */
export function EditorTabs<T extends string>({ label, panelId, tabs, active, onChange }: Props<T>) {
  const t = useTranslation('services');
  const format = useFormat();
  const { rowClass, more, ...row } = useTabRow({ ids: tabs.map((tab) => tab.id), active, onChange });

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
          aria-controls={`${panelId}-panel-${tab.id}`}
          tabIndex={tab.id === active ? 0 : -1}
          className={classes.tab}
          data-wrong={tab.isWrong || undefined}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && (
            <span className={classes.count}>{format.number(tab.count)}</span>
          )}
          {(tab.isWrong || tab.isWarned) && (
            <IconAlertTriangle
              size={14}
              className={classes.tabSign}
              data-wrong={tab.isWrong || undefined}
              aria-label={t(tab.isWrong ? 'hasProblems' : 'hasWarnings')}
            />
          )}
        </button>
      ))}
    </div>
  );
}
