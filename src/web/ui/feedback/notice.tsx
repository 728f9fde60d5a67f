import type { ReactNode } from 'react';
import type { Tone } from '../../colors.ts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../layout/icons.ts';
import classes from './notice.module.css';

const icons = {
  ok: IconCircleCheck,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
  mute: IconInfoCircle,
};

/** A message that stands in the page: what is wrong with a form, what to know before going on. */
export function Notice(props: {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced at once, as the answer to what the person just did. */
  isNews?: boolean;
}) {
  const Icon = icons[props.tone];
  return (
    <div className={classes.notice} data-tone={props.tone} role={props.isNews ? 'alert' : undefined}>
      <Icon size={18} stroke={1.8} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        {props.title && <div className={classes.title}>{props.title}</div>}
        {props.children}
      </div>
      {props.action}
    </div>
  );
}
