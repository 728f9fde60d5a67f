import { useText } from '#web/i18n.ts';
import type { Tone } from '#web/colors.ts';
import { IconCircle, IconCircleCheck } from '#web/ui/icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import classes from './appointment-status.module.css';

const tones: Readonly<Record<string, Tone>> = {
  requested: 'warn',
  overdue: 'bad',
  scheduled: 'info',
  in_progress: 'info',
  completed: 'ok',
  canceled: 'mute',
};

/** Where an appointment stands, in a word. */
export function AppointmentStatus({ status }: { status: string }) {
  const t = useText('appointments');
  return <StatusPill tone={tones[status] ?? 'mute'}>{t(`status_of.${status}`)}</StatusPill>;
}

/** Signed, paid, published: what has been done and what has not. */
export function Progress(props: { agreement_signed: boolean; paid: boolean; published: boolean }) {
  const t = useText('appointments');
  const steps = [
    ['signed', props.agreement_signed],
    ['paid', props.paid],
    ['published', props.published],
  ] as const;
  return (
    <span className={classes.progress}>
      {steps.map(([name, isDone]) => (
        <span key={name} className={classes.step} data-done={isDone || undefined}>
          {isDone ? <IconCircleCheck size={15} aria-hidden /> : <IconCircle size={15} aria-hidden />}
          {t(isDone ? `done.${name}` : `open.${name}`)}
        </span>
      ))}
    </span>
  );
}
