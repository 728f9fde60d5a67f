import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { currencyIso } from '#domain/base/money.ts';
import { bookedEvent, isForAds, stepEvent } from '#domain/booking/analytics.ts';
import type { BookingMode, FormStep } from '#domain/booking/booking-form.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { BookingPage, submitBooking } from '../../contract.ts';
import classes from './analytics.module.css';
import { type Consent, useConsent } from './consent.ts';
import { measure, startMeasuring, stopMeasuring } from './google-tag.ts';

interface Visit {
  id: string;
  page: Pick<BookingPage, 'request_id'> & { company: Pick<BookingPage['company'], 'name' | 'currency'> };
  mode: BookingMode;
  isEmbedded: boolean;
  /** Null on a page that is no step of the form. */
  step: FormStep | null;
  result: RouteOutput<typeof submitBooking> | null;
}

/** Asks whether the visit may be measured, and measures it once the visitor has agreed. */
export function VisitAnalytics(visit: Visit) {
  const { id, page } = visit;
  const [consent, setConsent] = useConsent(id);
  const [isAsking, setIsAsking] = useState(consent === null);
  const answered = useRef(false);
  useMeasuring(visit, consent);
  const answer = (next: Consent) => {
    answered.current = true;
    if (next === 'denied' && consent === 'granted') stopMeasuring(id, page.request_id);
    setConsent(next);
    setIsAsking(false);
  };
  const t = useTranslation('booking');
  if (!isAsking)
    return (
      <Button
        className={classes.change ?? ''}
        variant="subtle"
        size="compact-sm"
        autoFocus={answered.current}
        onClick={() => setIsAsking(true)}
      >
        {t(`consent.${consent === 'granted' ? 'isOn' : 'isOff'}`)}
      </Button>
    );
  const service = isForAds(id) ? 'Google Ads' : 'Google Analytics';
  return (
    <section className={classes.ask} aria-label={t('consent.title')}>
      <p className={classes.text}>
        {t('consent.question', { company: page.company.name, service })}{' '}
        <a href="/public/privacy-policy" target="_blank" rel="noopener">
          {t('consent.privacy')}
        </a>
      </p>
      <div className={classes.answers}>
        <Button variant="default" onClick={() => answer('denied')}>
          {t('consent.decline')}
        </Button>
        <Button variant="default" onClick={() => answer('granted')}>
          {t('consent.allow')}
        </Button>
      </div>
    </section>
  );
}

function useMeasuring({ id, page, mode, isEmbedded, step, result }: Visit, consent: Consent | null): void {
  const isOn = consent === 'granted';
  const requestId = page.request_id;
  const isDone = result !== null;
  useEffect(() => {
    if (isOn) startMeasuring(id, { requestId, isEmbedded });
  }, [isOn, id, requestId, isEmbedded]);
  useEffect(() => {
    if (isOn && !isDone && step) measure(stepEvent(mode, step));
  }, [isOn, isDone, mode, step]);
  const [eventId] = useState(newRecordId);
  const measured = useRef(false);
  useEffect(() => {
    if (!isOn || !result || measured.current) return;
    measured.current = true;
    const { status, total } = result;
    const currency = currencyIso(page.company.currency);
    measure(bookedEvent({ status, value: total, currency, id: eventId }));
  }, [isOn, result, page.company.currency, eventId]);
}
