import { Suspense, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyContact } from '#web/shell/company-header.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconCalendarPlus, IconMessage, IconRefresh } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { ClientView } from '../contract.ts';
import classes from './client-view.module.css';

// Few clients request a change, so the form is loaded on demand.
const ChangeForm = lazy(async () => ({
  default: (await import('./change-request-form.tsx')).ChangeRequestForm,
}));

/** Every way to contact the company, the calendar file, and the change request form. */
export function ContactSection({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const { company } = view;
  return (
    <section className={classes.card} aria-labelledby="contact">
      <h2 id="contact" className={classes.cardTitle}>
        {company.company_name}
      </h2>
      <CompanyContact
        phone={company.company_phone}
        email={company.company_email}
        website={company.website}
        addressLines={company.address_lines}
      />
      <div className={classes.actions}>
        <a
          className={classes.action}
          href={`/api/v2/public/appointments/${view.public_id}/calendar`}
          download
        >
          <IconCalendarPlus size={18} stroke={1.7} aria-hidden />
          {t('addToCalendar')}
        </a>
        {view.viewer && view.viewer.role !== 'client' && (
          <a className={classes.action} href={withPersonalLinkToken(`/book-again/${view.public_id}`)}>
            <IconRefresh size={18} stroke={1.7} aria-hidden />
            {t('rebook')}
          </a>
        )}
        {view.status !== 'canceled' && !view.is_team && <Change view={view} />}
      </div>
    </section>
  );
}

function Change({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const [stage, setStage] = useState<'closed' | 'open' | 'sent'>('closed');
  return (
    <>
      <button
        type="button"
        className={classes.action}
        aria-expanded={stage === 'open'}
        onClick={() => setStage(stage === 'open' ? 'closed' : 'open')}
      >
        <IconMessage size={18} stroke={1.7} aria-hidden />
        {t('requestChange')}
      </button>
      {stage === 'open' && (
        <Suspense fallback={<div className={classes.formSpace} />}>
          <ChangeForm view={view} onSent={() => setStage('sent')} />
        </Suspense>
      )}
      {stage === 'sent' && (
        <Notice tone="ok" title={t('change.sent')} isNews>
          {t('change.sentHint', { company: view.company.company_name })}
        </Notice>
      )}
      <Asked view={view} />
    </>
  );
}

/** The person's earlier change requests, to confirm that they arrived. */
function Asked({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const format = useFormat();
  if (view.change_requests.length === 0) return null;
  return (
    <ul className={classes.asked} aria-label={t('change.asked')}>
      {view.change_requests.map((each) => (
        <li key={each.created_at}>
          <div className={classes.askedHead}>
            <span className={classes.dim}>
              {format.date(each.created_at, view.timezone)} · {t(`change.kind.${each.wish}`)}
            </span>
            <StatusPill tone={each.is_handled ? 'ok' : 'info'}>
              {t(each.is_handled ? 'change.settled' : 'change.waiting')}
            </StatusPill>
          </div>
          {each.message}
        </li>
      ))}
    </ul>
  );
}
