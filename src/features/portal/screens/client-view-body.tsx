import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { BareLink } from '#web/link.tsx';
import { withPersonalPart } from '#web/personal-link.ts';
import { CompanyContact } from '#web/shell/company-head.tsx';
import {
  IconCalendarPlus,
  IconFileText,
  IconMail,
  IconPaperclip,
  IconReceipt,
  IconReport,
} from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import type { ClientView } from '../contract.ts';
import classes from './client-view.module.css';
import { agreementPage, invoicePage, reportPage } from './pages-of.ts';
import { SendMyLink } from './send-my-link.tsx';
import { Steps } from './steps.tsx';

/** Everything below the company's head: the house, the three steps, the facts, the documents, the contact. */
export function ClientViewBody({ view }: { view: ClientView }) {
  const t = useText('portal');
  return (
    <article className={classes.page}>
      <Hero view={view} />
      {view.status === 'canceled' && (
        <Notice tone="bad" title={t('canceled')}>
          {view.cancel_reason}
        </Notice>
      )}
      {!view.viewer && !view.is_team && hasSomethingToDo(view) && <SendMyLink publicId={view.public_id} />}
      {view.status !== 'canceled' && <Steps view={view} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <Facts view={view} />
          <Documents view={view} />
        </div>
        <div className={classes.column}>
          <Contact view={view} />
        </div>
      </div>
    </article>
  );
}

function hasSomethingToDo({ steps, status }: ClientView): boolean {
  return status !== 'canceled' && (steps.sign.state === 'todo' || steps.pay.state === 'todo');
}

const statusTones = {
  requested: 'warn',
  overdue: 'warn',
  canceled: 'bad',
  completed: 'ok',
  in_progress: 'info',
} as const;

function Hero({ view }: { view: ClientView }) {
  const t = useText('portal');
  const format = useFormat();
  const { address, city, state, zip_code, picture, has_photo } = view.property;
  const place = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const status = view.display_status;
  const tone = statusTones[status as keyof typeof statusTones] ?? 'info';
  return (
    <header className={classes.hero}>
      <img
        className={classes.picture}
        src={picture}
        width={1200}
        height={520}
        alt={t(has_photo ? 'photoOf' : 'mapOf', { address: address || place })}
        fetchPriority="high"
      />
      <div className={classes.heroWords}>
        <div className={classes.over}>
          <StatusPill tone={tone}>{t(`status.${status}`)}</StatusPill>
          {view.viewer && <span className={classes.hello}>{t('hello', { name: view.viewer.name })}</span>}
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

const foundations: Record<number, string> = { 1: 'basement', 2: 'slab', 3: 'crawlspace' };

function Facts({ view }: { view: ClientView }) {
  const t = useText('portal');
  const format = useFormat();
  const { square_feet, year_built, foundation } = view.property;
  const time = (at: string) => format.time(at, view.timezone);
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts" className={classes.cardTitle}>
        {t('yourInspection')}
      </h2>
      <dl className={classes.facts}>
        <Fact label={t('dateAndTime')}>
          {format.day(view.date_time, view.timezone)}
          <br />
          {time(view.date_time)} – {time(view.end_time)} {format.zoneName(view.date_time, view.timezone)}
        </Fact>
        {view.technicians.length > 0 && (
          <Fact label={t('technician', { count: view.technicians.length })}>
            {view.technicians.map((person) => (
              <span key={person.name} className={classes.person}>
                {person.picture && <img src={person.picture} alt="" width={32} height={32} loading="lazy" />}
                {person.name}
              </span>
            ))}
          </Fact>
        )}
        <Fact label={t('services')}>
          <ul className={classes.plain}>
            {view.services.map((service) => (
              <li key={service.name}>
                {service.name}
                {service.add_ons.length > 0 && (
                  <span className={classes.dim}> + {service.add_ons.join(', ')}</span>
                )}
              </li>
            ))}
          </ul>
        </Fact>
        {(square_feet || year_built || foundation) && (
          <Fact label={t('property')}>
            {[
              square_feet ? t('squareFeet', { n: format.number(square_feet) }) : '',
              year_built ? t('built', { year: year_built }) : '',
              foundation ? t(`foundation.${foundations[foundation] ?? 'basement'}`) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        )}
        <Fact label={t('order')}>{view.order_id}</Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Documents({ view }: { view: ClientView }) {
  const t = useText('portal');
  const format = useFormat();
  const { agreements, invoice, reports, attachments } = view;
  if (agreements.length + reports.length + attachments.length === 0 && !invoice) return null;
  return (
    <section className={classes.card} aria-labelledby="documents">
      <h2 id="documents" className={classes.cardTitle}>
        {t('documents')}
      </h2>
      <ul className={classes.documents}>
        {agreements.map((each) => (
          <li key={each.public_id}>
            <BareLink className={classes.document} to={agreementPage(view.public_id, each.public_id)}>
              <IconFileText size={20} stroke={1.6} aria-hidden />
              <span className={classes.documentName}>{each.name}</span>
              <StatusPill tone={each.signed ? 'ok' : 'warn'}>
                {t(each.signed ? 'signed' : 'toSign')}
              </StatusPill>
            </BareLink>
          </li>
        ))}
        {invoice && (
          <li>
            <BareLink className={classes.document} to={invoicePage(invoice.public_id)}>
              <IconReceipt size={20} stroke={1.6} aria-hidden />
              <span className={classes.documentName}>{t('invoiceNumber', { number: invoice.number })}</span>
              <span className={classes.figure}>{format.money(invoice.total, invoice.currency)}</span>
            </BareLink>
          </li>
        )}
        {reports
          .filter((each) => each.is_open)
          .map((each) => (
            <li key={each.public_id}>
              <a className={classes.document} href={reportPage(each.public_id)}>
                <IconReport size={20} stroke={1.6} aria-hidden />
                <span className={classes.documentName}>{each.name}</span>
              </a>
            </li>
          ))}
        {attachments.map((each) => (
          <li key={each.key}>
            <a
              className={classes.document}
              href={withPersonalPart(`/api/v2/public/appointments/${view.public_id}/attachments/${each.key}`)}
              download
            >
              <IconPaperclip size={20} stroke={1.6} aria-hidden />
              <span className={classes.documentName}>{each.name}</span>
              <span className={classes.dim}>{format.bytes(each.bytes)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Contact({ view }: { view: ClientView }) {
  const t = useText('portal');
  const { company } = view;
  const subject = encodeURIComponent(t('changeSubject', { order: view.order_id }));
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
        {company.company_email && view.status !== 'canceled' && (
          <a className={classes.action} href={`mailto:${company.company_email}?subject=${subject}`}>
            <IconMail size={18} stroke={1.7} aria-hidden />
            {t('requestChange')}
          </a>
        )}
      </div>
    </section>
  );
}

/** Stands in while the page loads, in its final heights; the picture needs only the link's id and comes at once. */
export function ClientViewSkeleton({ publicId }: { publicId: string }) {
  const t = useText('web');
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
