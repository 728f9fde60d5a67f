import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { addDays, type LocalDate } from '#domain/base/time.ts';
import { failureMessage, useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import type { RouteOutput } from '#wire/route.ts';
import { listPublicSlots } from '../contract.ts';
import classes from './booking.module.css';
import { wishInsteadOf } from './booking-answers.ts';
import { ContactLinks } from './contact-links.tsx';
import { DayChoice, NextTimes, shownDays, TimeChoice, Weeks } from './day-and-time.tsx';
import { useProblemText } from './problem-text.ts';
import { isRefusal, Refusal } from './refusal.tsx';
import type { StepProps } from './step-props.ts';
import { TechnicianChoice } from './technician-choice.tsx';

type Slots = RouteOutput<typeof listPublicSlots>;

/** Free times, two weeks at a time, in the company's zone. Choosing one holds it. */
export function TimeStep(props: StepProps) {
  const { page, answers, change, problems, holding, toRequest, technicianId: only = null } = props;
  const t = useTranslation('booking');
  const localize = useProblemText();
  const [from, setFrom] = useState((answers.at?.slice(0, 10) ?? page.today) as LocalDate);
  const [picked, setPicked] = useState<string | null>(null);
  const slots = useSlots(props, from);
  const move = (day: LocalDate) => {
    setFrom(day < page.today ? (page.today as LocalDate) : day);
    setPicked(null);
  };
  const choose = async (at: string, technicianId: string | null) => {
    if (holding.pending) return;
    setPicked(at.slice(0, 10));
    change({ at, technicianId });
    if (await holding.take(at, technicianId, answers)) return;
    change(wishInsteadOf(at));
    slots.retry();
  };
  const { data } = slots;
  if (slots.status === 'failed' && isRefusal(slots.failure))
    return <Refusal failure={slots.failure} page={page} onRequest={toRequest} />;
  if (slots.status === 'failed') return <ErrorState failure={slots.failure} onRetry={slots.retry} />;
  if (!data) return <LinesSkeleton lines={6} height={44} />;
  const days = data.days.map((one) => one.date);
  const day = days.find((one) => one === (picked ?? answers.at?.slice(0, 10))) ?? days[0];
  const starts = data.days.find((one) => one.date === day)?.starts ?? [];
  const missing = localize(problems.date_time ?? problems.technician_id);
  return (
    <div className={classes.slots} aria-busy={slots.fetching}>
      {isRefusal(holding.failure) ? (
        <Refusal failure={holding.failure} page={page} onRequest={toRequest} />
      ) : (
        <Taken holding={holding} zone={data.timezone} onChoose={(at) => void choose(at, only)} />
      )}
      <Weeks from={from} today={page.today} onMove={move} />
      {days.length === 0 ? (
        <NoTimes slots={data} page={page} onMove={move} onRequest={toRequest} setStuck={props.setStuck} />
      ) : (
        <>
          <DayChoice from={from} count={shownDays} days={days} value={day} onChange={setPicked} />
          <TimeChoice
            starts={starts}
            zone={data.timezone}
            value={answers.at}
            isInvalid={missing !== undefined}
            onChoose={(at) => void choose(at, only)}
          />
        </>
      )}
      {missing && (
        <p className={classes.error} role="alert">
          {missing}
        </p>
      )}
      <TechnicianChoice {...props} slots={data} onChoose={(id) => void choose(answers.at ?? '', id)} />
      <p className={classes.hint}>{t('time.zoneHint', { zone: data.timezone.replaceAll('_', ' ') })}</p>
    </div>
  );
}

function useSlots({ page, answers, holding, technicianId }: StepProps, from: LocalDate) {
  const { property, place, services } = answers;
  return useRead(
    listPublicSlots,
    {
      requestId: page.request_id,
      fromDate: from,
      toDate: addDays(from, shownDays - 1),
      services: Object.entries(services).flat(2).join(','),
      zip: property.zip_code,
      place,
      square_feet: property.square_feet,
      year_built: property.year_built,
      foundation: property.foundation,
      ...(technicianId ? { technicianId } : {}),
      ...(holding.hold ? { holdId: holding.hold.holdId } : {}),
    },
    { keep: true },
  );
}

/** The time was taken by someone else: the next free ones are one tap away. */
function Taken(props: { holding: StepProps['holding']; zone: string; onChoose: (at: string) => void }) {
  const t = useTranslation('booking');
  const { holding, zone, onChoose } = props;
  const { failure, next } = holding;
  if (!failure) return null;
  if (failure.type !== 'CONFLICT')
    return (
      <Notice tone={failure.type === 'RATE_LIMITED' ? 'info' : 'bad'} isNews>
        {failureMessage(failure)}
      </Notice>
    );
  return (
    <Notice tone="warn" isNews title={t('time.taken')}>
      <NextTimes next={next} zone={zone} onChoose={onChoose} />
    </Notice>
  );
}

/** Never an empty calendar without a reason, and what to do instead: while it is shown, that is the next step. */
function NoTimes(props: {
  setStuck: StepProps['setStuck'];
  slots: Slots;
  page: StepProps['page'];
  onMove: (day: LocalDate) => void;
  onRequest: () => void;
}) {
  const t = useTranslation('booking');
  const format = useFormat();
  const { page, onMove, onRequest, setStuck } = props;
  useEffect(() => {
    setStuck?.(true);
    return () => setStuck?.(false);
  }, [setStuck]);
  const { next_day: next, reason } = props.slots;
  if (next)
    return (
      <Notice
        tone="info"
        title={t('time.none')}
        action={<Button onClick={() => onMove(next as LocalDate)}>{t('time.goToNext')}</Button>}
      >
        {t(reason === 'late' ? 'time.tooLate' : 'time.nextDay', { day: format.longDay(next) })}
      </Notice>
    );
  return (
    <Notice
      tone="info"
      title={t(`time.${reason ?? 'full'}`)}
      action={<Button onClick={onRequest}>{t('time.requestInstead')}</Button>}
    >
      {t('time.contact')} <ContactLinks company={page.company} />
    </Notice>
  );
}
