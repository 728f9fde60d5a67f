import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { asInstant, isBefore } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import {
  type JobFacts,
  type JobStep,
  jobSteps,
  type NextStep,
  nextStep,
} from '#domain/scheduling/next-step.ts';
import { listAppointmentAgreements, sendAgreement } from '#features/agreements/contract.ts';
import { useRead, useWrite } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useActor, useUser } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { IconCircleCheck, IconCircleDashed, IconMinus } from '#web/ui/layout/icons.ts';
import type { Appointment } from '../../contract.ts';
import classes from './job-stepper.module.css';

interface Props {
  appointment: Appointment;
  /** Called with whether there is a next action. */
  onNext: (hasNext: boolean) => void;
}

/** How far the job is - signed, paid, reported - and the one action that comes next. */
export function JobStepper({ appointment, onNext }: Props) {
  const t = useTranslation('appointments');
  const agreements = useRead(listAppointmentAgreements, { id: appointment.id });
  const unsigned = (agreements.data ?? []).filter((one) => !one.signed && one.voided_at === null);
  const facts = useFacts(appointment, agreements.data?.length ?? appointment.agreements.length);
  const next = nextStep(facts);
  const hasNext = next !== null;
  useEffect(() => onNext(hasNext), [hasNext, onNext]);
  if (appointment.status === 'canceled') return null;
  return (
    <section className={classes.stepper} aria-label={t('job.title')}>
      <ol className={classes.steps}>
        {jobSteps(facts).map((step) => (
          <Step key={step.id} step={step} appointment={appointment} unsigned={unsigned.length} />
        ))}
      </ol>
      {next && <Next next={next} appointment={appointment} unsigned={unsigned.map((one) => one.id)} />}
    </section>
  );
}

function useFacts(appointment: Appointment, agreements: number): JobFacts {
  const actor = useActor();
  const subject = {
    assigned_technician_ids: [...appointment.inspectors, ...appointment.invisible_inspectors],
  };
  return {
    status: appointment.status,
    hasBegun: !isBefore(now(), asInstant(appointment.date_time)),
    agreements,
    isSigned: appointment.agreement_signed,
    total: allows(actor, 'see_prices') ? (appointment.total_fee ?? 0) : null,
    isPaid: appointment.paid,
    reports: appointment.reports,
    mayEdit: appointment.may.edit,
    mayRecordPayments: allows(actor, 'record_payments'),
    mayEditReport: allows(actor, 'edit_report', subject),
    mayPublish: allows(actor, 'can_publish_report'),
  };
}

const icons = { done: IconCircleCheck, open: IconCircleDashed, none: IconMinus } as const;

function Step({
  step,
  appointment,
  unsigned,
}: {
  step: JobStep;
  appointment: Appointment;
  unsigned: number;
}) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency } = useUser();
  const Icon = icons[step.state];
  const detail = {
    signed: () => (step.state === 'open' && unsigned > 0 ? t('job.unsigned', { count: unsigned }) : ''),
    paid: () =>
      step.state === 'open' && appointment.outstanding !== null
        ? t('job.due', { amount: format.money(appointment.outstanding, currency) })
        : '',
    report: () => {
      const published = appointment.reports.filter((report) => report.status === 'published').length;
      return step.state === 'open' && appointment.reports.length > 1
        ? t('job.published', { done: published, all: appointment.reports.length })
        : '';
    },
  }[step.id]();
  return (
    <li className={classes.step} data-state={step.state}>
      <Icon size={20} stroke={1.8} aria-hidden />
      <span>
        <span className={classes.name}>{t(`job.${step.id}.${step.state}`)}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </li>
  );
}

function Next(props: { next: NextStep; appointment: Appointment; unsigned: readonly string[] }) {
  const t = useTranslation('appointments');
  const { next, appointment } = props;
  if (next.action === 'remind') return <Remind appointmentId={appointment.id} unsigned={props.unsigned} />;
  const to =
    next.action === 'record_payment'
      ? `/appointments/details/${appointment.id}?part=documents&open=payment`
      : `/edit-report/${next.reportId}`;
  return <LinkButton to={to}>{t(`job.act.${next.action}`)}</LinkButton>;
}

/** Mails each unsigned agreement again; one that was just mailed or cannot be sent says why. */
function Remind({ appointmentId, unsigned }: { appointmentId: string; unsigned: readonly string[] }) {
  const t = useTranslation('appointments');
  const send = useWrite(sendAgreement);
  const remind = async () => {
    const sent = [];
    for (const agreementId of unsigned) {
      const done = await send.send({ id: appointmentId, agreementId });
      if (done) sent.push(...done.sent_to);
    }
    if (sent.length > 0)
      toast(t('job.reminded', { names: [...new Set(sent)].join(', ') }), { kind: 'success' });
  };
  return (
    <Button onClick={() => void remind()} loading={send.pending} disabled={unsigned.length === 0}>
      {t('job.act.remind')}
    </Button>
  );
}
