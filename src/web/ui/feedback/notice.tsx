import type { ReactNode } from 'react';
import type { Tone } from '../../theme/colors.ts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../layout/icons.ts';
import classes from './notice.module.css';

const icons = {
  ok: IconCircleCheck,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
  mute: IconInfoCircle,
};

/** A message inside the page: what is wrong with a form, what to know before continuing. */
export function Notice(props: {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced immediately, as the result of what the user just did. */
  isNews?: boolean;
}) {
  const Icon = icons[props.tone];
  return (
    <div className={classes.notice} data-tone={props.tone} role={props.isNews ? 'alert' : undefined}>
      <Icon size={18} stroke={1.8} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        {props.title && <div className={classes.title}>{props.title}</div>}
        {props.children}
      </div>
      {props.action}
    </div>
  );
}
