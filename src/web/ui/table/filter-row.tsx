import type { ReactNode } from 'react';
import classes from './filter-chips.module.css';

/** The filters of a list in a row; on a phone the row scrolls sideways. */
export function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout
    <div role="group" aria-label={label} className={classes.row}>
      {children}
    </div>
  );
}
