import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface Props {
  title: ReactNode;
  /** Beside the title: one or two small buttons. */
  actions?: ReactNode;
  children?: ReactNode;
  /** Content reaches the edges (lists and tables with their own padding). */
  flush?: boolean;
  /** Red border: what stands here cannot be undone. */
  isDangerous?: boolean;
}

/** A titled part of a page: detail pages are made of these, also where rooms above fill a slot. */
export function Card({ title, actions, children, flush, isDangerous }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id} data-danger={isDangerous || undefined}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children && (
        <div className={classes.body} data-flush={flush || undefined}>
          {children}
        </div>
      )}
    </section>
  );
}
