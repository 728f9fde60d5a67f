import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { failureMessage, useRead, useWrite } from '#web/api.ts';
import { CompanyDateFormat, useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { type Confirmation, confirmBooking, getConfirmation } from '../confirmation-contract.ts';
import type { BookingResult } from '../contract.ts';
import classes from './booking.module.css';
import { DonePanel } from './done-panel.tsx';

const VisitAnalytics = lazy(async () => ({
  default: (await import('./analytics/visit-analytics.tsx')).VisitAnalytics,
}));

/** The page behind the link of a confirmation mail: opening it changes nothing, its button books. */
export function ConfirmBookingPage({ request_id: requestId, token }: { request_id: string; token: string }) {
  const t = useTranslation('booking');
  const view = useRead(getConfirmation, { requestId, token });
  const { data } = view;
  usePageTitle(data ? `${t('confirm.title')} · ${data.company.name}` : '');
  return (
    <PublicLayout
      brand={data ? <CompanyHeader name={data.company.name} logo={data.company.logo} /> : <span />}
    >
      {data ? (
        <CompanyDateFormat format={data.company.date_format}>
          <div className={classes.page}>
            <h1 className={classes.title}>{t('confirm.title')}</h1>
            <Answer shown={data} link={{ requestId, token }} onOutdated={view.retry} />
          </div>
        </CompanyDateFormat>
      ) : isInvalidLink(view.failure) ? (
        <InvalidLinkPage />
      ) : view.status === 'failed' ? (
        <ErrorState failure={view.failure} onRetry={view.retry} />
      ) : (
        <LinesSkeleton lines={8} height={32} />
      )}
    </PublicLayout>
  );
}

interface AnswerProps {
  shown: Confirmation;
  link: { requestId: string; token: string };
  onOutdated: () => void;
}

function Answer({ shown, link, onOutdated }: AnswerProps) {
  const t = useTranslation('booking');
  const format = useFormat();
  const [made, setMade] = useState<BookingResult | null>(null);
  const confirm = useWrite(confirmBooking, {
    onDone: setMade,
    errorToast: false,
    // The state on the page is out of date.
    onFail: (failure) => {
      if (failure.type === 'CONFLICT' || failure.type === 'GONE') onOutdated();
      return true;
    },
  });
  const booked = made ?? shown.booked;
  const done = booked && (
    <DonePanel page={shown} result={booked} isEmbedded={false} address={shown.address} />
  );
  if (done)
    return (
      <>
        {done}
        {made && shown.analytics_id && (
          <Suspense>
            <VisitAnalytics
              {...{ id: shown.analytics_id, mode: shown.mode, step: null, isEmbedded: false, result: made }}
              page={{ request_id: link.requestId, company: shown.company }}
            />
          </Suspense>
        )}
      </>
    );
  const { state, mode, next, held_until } = shown;
  const { timezone } = shown.company;
  const when = (at: string) => `${format.longDay(at, timezone)}, ${format.time(at, timezone)}`;
  const isCodeRefused = confirm.failure !== null && 'discount_code' in confirm.failure.fields;
  return (
    <section className={classes.form}>
      <dl className={classes.review}>
        <Fact label={t('step.time')} value={`${when(shown.at)} ${format.zoneName(shown.at, timezone)}`} />
        <Fact label={t('step.property')} value={shown.address} />
        <Fact label={t('step.services')} value={shown.services.join(', ')} />
      </dl>
      {confirm.failure && (
        <Notice tone="bad" isNews>
          {failureMessage(confirm.failure)}
        </Notice>
      )}
      {state === 'waiting' && (
        <>
          {held_until && (
            <p className={classes.hint}>
              {t('confirm.heldUntil', { time: format.dateTime(held_until, timezone) })}
            </p>
          )}
          <div className={classes.foot}>
            <Button
              size="md"
              loading={confirm.pending}
              onClick={() => void confirm.send({ ...link, without_code: isCodeRefused })}
            >
              {t(isCodeRefused ? 'confirm.withoutCode' : `confirm.do.${mode}`)}
            </Button>
          </div>
        </>
      )}
      {state === 'taken' && (
        <Notice tone="warn" title={t(next.length > 0 ? 'confirm.taken' : 'time.full')}>
          <div className={classes.times}>
            {next.map((at) => (
              <button
                key={at}
                type="button"
                className={classes.pick}
                disabled={confirm.pending}
                onClick={() => void confirm.send({ ...link, date_time: at, without_code: isCodeRefused })}
              >
                {when(at)}
              </button>
            ))}
          </div>
        </Notice>
      )}
      {(state === 'expired' || state === 'changed') && (
        <Notice tone="info" title={t(`confirm.state.${state}`)} />
      )}
      {state !== 'waiting' && (
        <a className={classes.link} href={againPath(shown, link.requestId)}>
          {t('confirm.again')}
        </a>
      )}
    </section>
  );
}

function againPath({ mode, is_scheduling_on }: Confirmation, requestId: string): string {
  return mode === 'schedule' && is_scheduling_on
    ? `/schedule/${requestId}`
    : `/appointment-request/${requestId}`;
}

function Fact({ label, value }: { label: string; value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
      </dd>
    </div>
  );
}
