import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { personalLinkToken } from '#web/navigation/personal-link.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { type ChangeOptions, getChangeOptions } from '../../change-contract.ts';
import classes from '../booking.module.css';
import { ChangeCancel } from './change-cancel.tsx';
import { ChangeTime } from './change-time.tsx';

type Stage = 'policy' | 'time' | 'cancel' | 'moved' | 'canceled';

/**
 * What a client may change about the appointment with the personal link in the address of this page, and what it costs.
 * Needs neither cookies nor storage, and no dialog: it works in a narrow frame of another site.
 */
export function ChangeCard({ publicId }: { publicId: string }) {
  const t = useTranslation('booking');
  const p = personalLinkToken();
  const of = { publicId, ...(p ? { p } : {}) };
  const options = useRead(getChangeOptions, of);
  const [stage, setStage] = useState<Stage>('policy');
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // What had the focus is gone with its step.
    if (!isFirst.current) title.current?.focus();
    isFirst.current = false;
  }, [stage]);
  const { data } = options;
  const step = { of, onBack: () => setStage('policy'), onRefused: options.retry };
  return (
    <section className={classes.card} aria-labelledby="changes">
      <h2 id="changes" className={classes.cardTitle} tabIndex={-1} ref={title}>
        {t(
          stage === 'time' ? 'change.chooseTime' : stage === 'cancel' ? 'change.cancelTitle' : 'change.title',
        )}
      </h2>
      {!data &&
        (options.status === 'failed' ? (
          <ErrorState failure={options.failure} onRetry={options.retry} />
        ) : (
          <LinesSkeleton lines={3} />
        ))}
      {(stage === 'moved' || stage === 'canceled') && (
        <Notice tone="ok" isNews={stage === 'moved'} title={t(`change.${stage}`)} />
      )}
      {data && stage === 'time' && <ChangeTime {...step} options={data} onDone={() => setStage('moved')} />}
      {data && stage === 'cancel' && (
        <ChangeCancel {...step} options={data} onDone={() => setStage('canceled')} />
      )}
      {data && (stage === 'policy' || stage === 'moved') && <Policy options={data} onOpen={setStage} />}
    </section>
  );
}

function Policy({ options, onOpen }: { options: ChangeOptions; onOpen: (stage: Stage) => void }) {
  const t = useTranslation('booking');
  const { reschedule, cancel } = options;
  const lines = usePolicyLines(options);
  return (
    <>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {(reschedule === null || cancel === null) && (
        <div className={classes.foot}>
          {reschedule === null && (
            <Button variant="default" onClick={() => onOpen('time')}>
              {t('change.reschedule')}
            </Button>
          )}
          {cancel === null && (
            <Button variant="default" onClick={() => onOpen('cancel')}>
              {t('change.cancel')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Until when changes are possible, what canceling costs, and why something is not possible. */
function usePolicyLines({ reschedule, cancel, timezone, ...more }: ChangeOptions): string[] {
  const t = useTranslation('booking');
  const format = useFormat();
  const { fee, late, currency, deadline, reschedule_until, cancel_until } = more;
  const when = (at: string) => format.dateTime(at, timezone);
  const lines: string[] = [];
  if (reschedule === null && cancel === null && reschedule_until === cancel_until) {
    lines.push(t('change.until', { time: when(cancel_until) }));
  } else {
    if (reschedule === null) lines.push(t('change.untilMove', { time: when(reschedule_until) }));
    if (cancel === null) lines.push(t('change.untilCancel', { time: when(cancel_until) }));
  }
  if (cancel === null && fee) lines.push(t('change.feeNow', { price: format.money(fee, currency) }));
  else if (cancel === null && late)
    lines.push(t('change.lateFee', { time: when(late.from), price: format.money(late.fee, currency) }));
  const isOff = reschedule === 'off' && cancel === 'off';
  for (const refusal of isOff ? ['off'] : [reschedule, cancel]) {
    if (refusal === null || (refusal === 'off' && !isOff)) continue;
    lines.push(t(`change.refused.${refusal}`, { time: when(deadline) }));
  }
  return [...new Set(lines)];
}
