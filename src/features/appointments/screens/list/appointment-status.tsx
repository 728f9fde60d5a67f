import { Tooltip } from '@mantine/core';
import type { Tone } from '#web/colors.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconCash, IconFileText, IconSignature } from '#web/ui/layout/icons.ts';
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

/** Signed, paid, published: filled if done, dashed if not, each with its label. */
export function AppointmentProgress(props: {
  agreement_signed: boolean;
  paid: boolean;
  published: boolean;
  invoice_void?: boolean;
}) {
  const t = useTranslation('appointments');
  const steps = [
    ['signed', props.agreement_signed, IconSignature],
    ['paid', props.paid, IconCash],
    ['published', props.published, IconFileText],
  ] as const;
  return (
    <span className={classes.progress}>
      {steps.map(([name, isDone, Icon]) => {
        const isVoid = name === 'paid' && props.invoice_void === true;
        const label = t(isVoid ? 'invoiceVoid' : isDone ? `done.${name}` : `open.${name}`);
        return (
          <Tooltip key={name} label={label}>
            <span className={classes.step} data-done={isDone || undefined}>
              <Icon size={15} stroke={1.8} aria-hidden />
              <span className={classes.text}>{label}</span>
            </span>
          </Tooltip>
        );
      })}
    </span>
  );
}
