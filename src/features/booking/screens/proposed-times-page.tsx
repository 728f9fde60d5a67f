import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureMessage, useRead, useWrite } from '#web/api.ts';
import { CompanyDateFormat, useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { personalLinkToken, withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { acceptProposedTime, getProposedTimes, type ProposedTimes } from '../proposal-contract.ts';
import classes from './booking.module.css';

/** The times that the company proposes for a request; its client or agent accepts one by a button. */
export function ProposedTimesPage({ id }: { id: string }) {
  const t = useTranslation('booking');
  const p = personalLinkToken();
  const personal = { publicId: id, ...(p ? { p } : {}) };
  const view = useRead(getProposedTimes, personal);
  const [answered, setAnswered] = useState<ProposedTimes | null>(null);
  const accept = useWrite(acceptProposedTime, {
    onDone: setAnswered,
    errorToast: false,
    // The times on the page may be out of date.
    onFail: (failure) => {
      if (failure.type === 'CONFLICT') view.retry();
      return true;
    },
  });
  const shown = answered ?? view.data;
  usePageTitle(shown ? `${t('proposed.title')} · ${shown.company.company_name}` : '');
  const { company } = shown ?? {};
  return (
    <PublicLayout
      brand={company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />}
    >
      {shown ? (
        <CompanyDateFormat format={shown.company.date_format}>
          <div className={classes.page}>
            <h1 className={classes.title}>{t(shown.confirmed ? 'proposed.confirmed' : 'proposed.title')}</h1>
            <section className={classes.form}>
              <p className={classes.hint}>
                {[shown.address, shown.services.join(', ')].filter(Boolean).join(' · ')}
              </p>
              {accept.failure && (
                <Notice tone="bad" isNews>
                  {failureMessage(accept.failure)}
                </Notice>
              )}
              <Answer
                shown={shown}
                pending={accept.pending}
                onAccept={(number) =>
                  shown.proposal_id &&
                  void accept.send({ ...personal, proposal_id: shown.proposal_id, number })
                }
              />
              <a className={classes.link} href={withPersonalLinkToken(`/client-view/${id}`)}>
                {t(shown.state === 'open' ? 'proposed.noneSuits' : 'done.open')}
              </a>
            </section>
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

function Answer(props: { shown: ProposedTimes; pending: boolean; onAccept: (number: number) => void }) {
  const { shown, pending, onAccept } = props;
  const t = useTranslation('booking');
  const format = useFormat();
  const { timezone, confirmed, times, state } = shown;
  const range = (at: string, end: string) =>
    `${format.longDay(at, timezone)}, ${format.time(at, timezone)} – ${format.time(end, timezone)}`;
  if (confirmed) {
    return (
      <Notice tone="ok" isNews>
        {range(confirmed.at, confirmed.end)} {format.zoneName(confirmed.at, timezone)}
        {confirmed.technicians.length > 0 && <div>{confirmed.technicians.join(', ')}</div>}
      </Notice>
    );
  }
  if (state !== 'open') return <Notice tone="info">{t(`proposed.state.${state}`)}</Notice>;
  if (shown.link !== 'ok' && !shown.is_team) return <Notice tone="warn">{t('proposed.noLink')}</Notice>;
  if (times.length === 0) return <Notice tone="info">{t('proposed.noneFree')}</Notice>;
  const zones = new Set(times.map(({ at }) => format.zoneName(at, timezone)));
  // A change of the clocks may be between them.
  const named = (at: string, end: string) =>
    zones.size > 1 ? `${range(at, end)} ${format.zoneName(at, timezone)}` : range(at, end);
  return (
    <>
      {shown.message && <p className={classes.note}>{shown.message}</p>}
      {shown.is_team && <Notice tone="info">{t('proposed.team')}</Notice>}
      <ul className={classes.proposed}>
        {times.map(({ number, at, end, technician }) => (
          <li key={number}>
            <div>
              <div className={classes.when}>{named(at, end)}</div>
              <div className={classes.hint}>{technician}</div>
            </div>
            <Button
              variant={times.length === 1 ? 'filled' : 'default'}
              size="md"
              disabled={pending || shown.is_team}
              aria-label={t('proposed.chooseTime', { time: named(at, end) })}
              onClick={() => onAccept(number)}
            >
              {t('proposed.choose')}
            </Button>
          </li>
        ))}
      </ul>
      <p className={classes.hint}>
        {shown.expires_at && t('proposed.until', { time: format.dateTime(shown.expires_at, timezone) })}{' '}
        {t('zone', { zone: [...zones].join(' / ') })}
      </p>
    </>
  );
}
