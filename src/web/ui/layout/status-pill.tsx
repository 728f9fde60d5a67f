import type { ReactNode } from 'react';
import type { Tone } from '../../theme/colors.ts';
import classes from './status-pill.module.css';

/** A state as text on its tint, with a dot; color alone never conveys it. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  );
}
