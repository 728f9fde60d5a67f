import { Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconClock } from '#web/ui/layout/icons.ts';
import classes from './booking.module.css';
import type { Answers } from './booking-answers.ts';
import { type HoldState, useSecondsLeft } from './use-hold.ts';

/** How long the chosen time is still held, and after that the offer to hold it again. */
export function HoldTimer({ holding, answers }: { holding: HoldState; answers: Answers }) {
  const t = useTranslation('booking');
  const left = useSecondsLeft(holding.hold);
  const { at, technicianId } = answers;
  if (left === null || at === null) return null;
  if (left > 0) {
    return (
      <p className={classes.timer} role="timer">
        <IconClock size={16} stroke={1.8} aria-hidden />
        {t('held', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
      </p>
    );
  }
  return (
    <Notice
      tone="warn"
      isNews
      action={
        <Button
          variant="default"
          size="compact-md"
          loading={holding.pending}
          onClick={() => void holding.take(at, technicianId, answers)}
        >
          {t('holdAgain')}
        </Button>
      }
    >
      {t('holdExpired')}
    </Notice>
  );
}
