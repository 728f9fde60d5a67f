import { type ReactNode, useRef } from 'react';
import classes from './filter-chips.module.css';
import { useFadingRow } from './use-tab-row.ts';

/** The filters of a list in a row; on a phone the row scrolls sideways and fades out where more of them are. */
export function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const { rowClass, more } = useFadingRow(row);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout
    <div ref={row} role="group" aria-label={label} className={`${classes.row} ${rowClass}`} data-more={more}>
      {children}
    </div>
  );
}
