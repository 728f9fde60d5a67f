import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface Props {
  title: ReactNode;
  /** Next to the title: one or two small buttons. */
  actions?: ReactNode;
  children?: ReactNode;
  /** Content without padding, up to the edges (lists and tables have their own). */
  flush?: boolean;
  /** Red border: actions in this card cannot be undone. */
  isDangerous?: boolean;
}

/** A titled section of a page: detail pages consist of these, also where higher features fill a slot. */
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
