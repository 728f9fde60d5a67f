import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconMail } from '#web/ui/layout/icons.ts';
import type { BookingResult } from '../contract.ts';
import classes from './booking.module.css';

/** The visitor has to follow the link in a mail; the address can be corrected, and the form is sent again. */
export function CheckMailPanel({ result, onChange }: { result: BookingResult; onChange: () => void }) {
  const t = useTranslation('booking');
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { at, timezone, confirm } = result;
  if (!confirm) return null;
  const until = format.dateTime(confirm.held_until ?? confirm.until, timezone);
  return (
    <section className={classes.done}>
      <IconMail size={44} stroke={1.5} aria-hidden />
      <h2 className={classes.heading} tabIndex={-1} ref={heading}>
        {t('confirm.check')}
      </h2>
      <p className={classes.when}>
        {format.longDay(at, timezone)}, {format.time(at, timezone)} {format.zoneName(at, timezone)}
      </p>
      <p className={classes.prose}>{t('confirm.sent', { email: confirm.email })}</p>
      <p className={classes.hint}>
        {t(confirm.held_until ? 'confirm.heldUntil' : 'confirm.linkUntil', { time: until })}{' '}
        {t('confirm.spam')}
      </p>
      <div className={classes.foot}>
        <Button variant="default" size="md" onClick={onChange}>
          {t('confirm.correct')}
        </Button>
      </div>
    </section>
  );
}
