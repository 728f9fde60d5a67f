import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { addDays, type LocalDate } from '#domain/base/time.ts';
import { failureMessage, useRead, useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import type { RouteOutput } from '#wire/route.ts';
import { listChangeSlots, rescheduleByClient } from '../../change-contract.ts';
import classes from '../booking.module.css';
import { DayChoice, NextTimes, shownDays, TimeChoice, Weeks } from '../day-and-time.tsx';
import type { ChangeStepProps } from './change-step-props.ts';

/** Moves the appointment to a free time of its technicians: day, time, and one button that names both times. */
export function ChangeTime({ of, options, onBack, onDone, onRefused }: ChangeStepProps) {
  const t = useTranslation('booking');
  const { start, timezone } = options;
  const [at, setAt] = useState<string | null>(null);
  const write = useWrite(rescheduleByClient, {
    onDone,
    onFail: () => {
      setAt(null);
      onRefused();
      return true;
    },
  });
  return (
    <div className={classes.slots}>
      {write.failure && <Refused failure={write.failure} zone={timezone} onChoose={setAt} />}
      <FreeTimes of={of} today={options.today} failure={write.failure} value={at} onChoose={setAt} />
      {at && <BothTimes from={start} to={at} zone={timezone} />}
      <div className={classes.foot}>
        <Button variant="default" disabled={write.pending} onClick={onBack}>
          {t('back')}
        </Button>
        <Button
          disabled={at === null}
          loading={write.pending}
          onClick={() => at && void write.send({ ...of, start, date_time: at })}
        >
          {t('change.move')}
        </Button>
      </div>
    </div>
  );
}

function FreeTimes(props: {
  of: ChangeStepProps['of'];
  today: string;
  failure: ApiFailure | null;
  value: string | null;
  onChoose: (at: string | null) => void;
}) {
  const { of, today, failure, value, onChoose } = props;
  const [from, setFrom] = useState(today as LocalDate);
  const [picked, setPicked] = useState<string | null>(null);
  const until = addDays(from, shownDays - 1);
  const slots = useRead(listChangeSlots, { ...of, fromDate: from, toDate: until }, { keep: true });
  const { retry } = slots;
  useEffect(() => {
    if (failure) retry();
  }, [failure, retry]);
  const move = (day: LocalDate) => {
    setFrom(day < today ? (today as LocalDate) : day);
    setPicked(null);
    onChoose(null);
  };
  const { data } = slots;
  if (slots.status === 'failed') return <ErrorState failure={slots.failure} onRetry={slots.retry} />;
  if (!data) return <LinesSkeleton lines={6} height={44} />;
  const days = data.days.map((one) => one.date);
  const day = days.find((one) => one === (picked ?? value?.slice(0, 10))) ?? days[0];
  const starts = data.days.find((one) => one.date === day)?.starts ?? [];
  return (
    <>
      <Weeks from={from} today={today} onMove={move} />
      {days.length === 0 ? (
        <NoTimes slots={data} onMove={move} />
      ) : (
        <>
          <DayChoice from={from} count={shownDays} days={days} value={day} onChange={setPicked} />
          <TimeChoice
            starts={starts}
            zone={data.timezone}
            value={value}
            isInvalid={false}
            onChoose={onChoose}
          />
        </>
      )}
    </>
  );
}

function NoTimes(props: { slots: RouteOutput<typeof listChangeSlots>; onMove: (day: LocalDate) => void }) {
  const t = useTranslation('booking');
  const format = useFormat();
  const next = props.slots.next_day;
  if (!next) return <Notice tone="info">{t('change.full')}</Notice>;
  const go = (
    <Button variant="default" onClick={() => props.onMove(next as LocalDate)}>
      {t('time.goToNext')}
    </Button>
  );
  return (
    <Notice tone="info" title={t('time.none')} action={go}>
      {t('time.nextDay', { day: format.longDay(next) })}
    </Notice>
  );
}

function BothTimes({ from, to, zone }: { from: string; to: string; zone: string }) {
  const t = useTranslation('booking');
  const format = useFormat();
  return (
    <div>
      <p className={classes.hint}>{t('change.moveFrom', { time: format.dateTime(from, zone) })}</p>
      <p className={classes.when}>{t('change.moveTo', { time: format.dateTime(to, zone) })}</p>
    </div>
  );
}

/** A time that was just taken comes with the next free ones; anything else is explained by the server. */
function Refused(props: { failure: ApiFailure; zone: string; onChoose: (at: string) => void }) {
  const t = useTranslation('booking');
  const { failure, zone, onChoose } = props;
  const { next } = (failure.details ?? {}) as { next?: string[] };
  if (failure.type !== 'CONFLICT' || !next)
    return (
      <Notice tone="bad" isNews>
        {failureMessage(failure)}
      </Notice>
    );
  return (
    <Notice tone="warn" isNews title={t('time.taken')}>
      <NextTimes next={next} zone={zone} onChoose={onChoose} />
    </Notice>
  );
}
