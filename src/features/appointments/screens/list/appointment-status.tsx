import { useTranslation } from '#web/i18n.ts';
import type { Tone } from '#web/theme/colors.ts';
import { IconCheck, IconMinus, IconX } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import classes from './appointment-status.module.css';

const tones: Readonly<Record<string, Tone>> = {
  requested: 'warn',
  overdue: 'bad',
  scheduled: 'info',
  in_progress: 'info',
  completed: 'ok',
  canceled: 'mute',
};

/** The status of an appointment as a badge. */
export function AppointmentStatus({ status }: { status: string }) {
  const t = useTranslation('appointments');
  return <StatusPill tone={tones[status] ?? 'mute'}>{t(`status_of.${status}`)}</StatusPill>;
}

/** A dashed circle, drawn here because the icon would be one more file of the list. */
function OpenCircle() {
  return <span className={classes.open} aria-hidden />;
}

/** Signed, paid, report: each step as a word with its state, in the same place in every row. */
export function AppointmentProgress(props: {
  agreement_signed: boolean;
  has_agreements: boolean;
  paid: boolean;
  published: boolean;
  invoice_void?: boolean;
}) {
  const t = useTranslation('appointments');
  const steps = [
    ['signed', props.agreement_signed],
    ['paid', props.paid],
    ['published', props.published],
  ] as const;
  return (
    <span className={classes.progress}>
      {steps.map(([name, isDone]) => {
        const isVoid = name === 'paid' && props.invoice_void === true;
        const isNone = name === 'signed' && !props.has_agreements;
        const Icon = isVoid ? IconX : isNone ? IconMinus : isDone ? IconCheck : OpenCircle;
        const word = isVoid ? 'void' : isNone ? 'noAgreement' : `${isDone ? 'done' : 'open'}.${name}`;
        return (
          <span key={name} className={classes.step} data-done={(isDone && !isVoid && !isNone) || undefined}>
            <Icon size={14} stroke={2} aria-hidden />
            {t(`progressOf.${word}`)}
          </span>
        );
      })}
    </span>
  );
}
