import { Skeleton } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { PageSlot } from '#web/page-slots.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { ClientView } from '../contract.ts';
import { BookingSummary } from './booking-summary.tsx';
import classes from './client-view.module.css';
import { ContactSection } from './contact-section.tsx';
import { Documents } from './documents.tsx';
import { LinkNotice } from './link-notice.tsx';
import { StepList } from './step-list.tsx';

/** Everything below the company header: property, the three steps, facts, documents and contact. */
export function ClientViewBody({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  return (
    <article className={classes.page}>
      <Hero view={view} />
      {view.status === 'canceled' && (
        <Notice tone="bad" title={t('canceled')}>
          {view.cancel_reason}
        </Notice>
      )}
      <Moved view={view} />
      {view.proposed_until ? <Proposed view={view} /> : <Requested view={view} />}
      {!view.viewer && !view.is_team && wantsLink(view) && <LinkNotice view={view} />}
      {view.status !== 'canceled' && <StepList view={view} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <BookingSummary view={view} />
          <Documents view={view} />
        </div>
        <div className={classes.column}>
          {view.may_change && !view.is_team && (
            <PageSlot name="client-view.changes" publicId={view.public_id} />
          )}
          <ContactSection view={view} />
        </div>
      </div>
    </article>
  );
}

/** Visitors whose link ended always get the notice; others only if a link would let them do something. */
function wantsLink({ link, steps, status, people, invoice }: ClientView): boolean {
  if (link === 'over' || link === 'ended' || link === 'revoked') return true;
  if (status === 'canceled' || people.length === 0) return false;
  const isWanted = steps.view_report.reasons.includes('personal_link');
  // A waived payment can still be made, and an invoice that is not shown may be payable with a link.
  const isOwed = steps.pay.state === 'todo' || steps.pay.state === 'waived';
  return isWanted || steps.sign.state === 'todo' || isOwed || invoice === null;
}

function Moved({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const format = useFormat();
  if (!view.moved_from) return null;
  const before = `${format.day(view.moved_from, view.timezone)}, ${format.time(view.moved_from, view.timezone)}`;
  return <Notice tone="info" title={t('moved', { before })} />;
}

/** A request waits for the company's answer: nothing has to be signed or paid before it. */
function Requested({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  if (view.status !== 'requested') return null;
  return (
    <Notice tone="info" title={t('requested.title')}>
      {t('requested.hint', { company: view.company.company_name })}
    </Notice>
  );
}

function Proposed({ view: { public_id, proposed_until, timezone } }: { view: ClientView }) {
  const t = useTranslation('portal');
  const format = useFormat();
  if (!proposed_until) return null;
  return (
    <Notice
      tone="info"
      title={t('proposed.title')}
      action={
        <LinkButton
          to={withPersonalLinkToken(`/proposed-times/${public_id}`)}
          variant="default"
          size="compact-md"
        >
          {t('proposed.choose')}
        </LinkButton>
      }
    >
      {t('proposed.until', { time: format.dateTime(proposed_until, timezone) })}
    </Notice>
  );
}

const statusTones = {
  requested: 'warn',
  overdue: 'warn',
  canceled: 'bad',
  completed: 'ok',
  in_progress: 'info',
} as const;

function Hero({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const format = useFormat();
  const { address, city, state, zip_code, picture, has_photo } = view.property;
  const place = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const status = view.display_status;
  const tone = statusTones[status as keyof typeof statusTones] ?? 'info';
  return (
    <header className={classes.hero}>
      <img
        className={classes.picture}
        data-kind={has_photo ? 'photo' : 'map'}
        src={picture}
        width={1200}
        height={520}
        alt={t(has_photo ? 'photoOf' : 'mapOf', { address: address || place })}
        fetchPriority="high"
      />
      <div className={classes.heroWords}>
        <div className={classes.over}>
          <StatusPill tone={tone}>{t(`status.${status}`)}</StatusPill>
          {view.viewer && (
            <span className={classes.hello}>{t('hello', { name: view.viewer.first_name })}</span>
          )}
        </div>
        <h1 className={classes.address}>{address || place || t('addressLater')}</h1>
        <p className={classes.when}>
          {address && place ? `${place} · ` : ''}
          <span className={classes.nowrap}>{format.day(view.date_time, view.timezone)}</span>,{' '}
          <span className={classes.nowrap}>
            {format.time(view.date_time, view.timezone)} {format.zoneName(view.date_time, view.timezone)}
          </span>
        </p>
      </div>
    </header>
  );
}

/** Skeleton with the final heights. The picture needs only the link's id and is shown immediately. */
export function ClientViewSkeleton({ publicId }: { publicId: string }) {
  const t = useTranslation('web');
  const picture = `/api/v2/public/appointments/${publicId}/picture`;
  return (
    <div className={classes.page} role="status" aria-busy aria-label={t('loading')}>
      <div className={classes.hero}>
        <img
          className={classes.picture}
          src={picture}
          width={1200}
          height={520}
          alt=""
          fetchPriority="high"
        />
        <div className={classes.heroWords}>
          <Skeleton h={24} w={160} radius={12} />
          <Skeleton h={34} mt={8} maw={420} radius={8} />
          <Skeleton h={22} mt={4} maw={320} radius={8} />
        </div>
      </div>
      <Skeleton h={180} radius={12} />
      <Skeleton h={320} radius={12} />
    </div>
  );
}
