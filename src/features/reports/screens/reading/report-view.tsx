import { useMemo, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { CompanyContact } from '#web/shell/company-header.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconDownload, IconPrinter } from '#web/ui/layout/icons.ts';
import type { PublicReport } from '../../contract.ts';
import { Lightbox, type LightboxPhoto } from '../parts/lightbox.tsx';
import { type MediaUrl, mediaUrlsFor } from '../parts/media-url.ts';
import classes from '../parts/report.module.css';
import { RichTextView } from '../parts/rich-text-view.tsx';
import { ReportSections } from './report-sections.tsx';
import { ReportSummary } from './report-summary.tsx';

/** A report as readers see it: property, summary, then all sections in order. */
export function ReportView({ report, hasActions = true }: { report: PublicReport; hasActions?: boolean }) {
  const t = useTranslation('reports');
  const source = mediaUrlsFor(report);
  const photos = usePhotos(report, source);
  const [open, setOpen] = useState<number | null>(null);
  const show = (id: string) => setOpen(photos.findIndex((photo) => photo.id === id));
  return (
    <article className={classes.report}>
      {report.is_draft && <Notice tone="warn" title={t('view.draft')} />}
      {report.is_summary_only && <Notice tone="info" title={t('view.summaryOnly')} />}
      <Head report={report} hasActions={hasActions} />
      <div className={classes.columns}>
        <SectionNav report={report} />
        <div className={classes.content}>
          <ReportSummary report={report} />
          {report.header_text !== null && (
            <div className={classes.prose}>
              <RichTextView text={report.header_text} />
            </div>
          )}
          <ReportSections report={report} source={source} onOpen={show} />
          <Foot report={report} />
        </div>
      </div>
      {open !== null && open >= 0 && (
        <Lightbox photos={photos} at={open} onMove={setOpen} onClose={() => setOpen(null)} />
      )}
    </article>
  );
}

/** The address of the PDF, with the query this reader needs. */
export function reportPdfUrl(report: PublicReport, type: 'full' | 'summary'): string {
  return `/api/v2/reports/${report.public_id}/download?type=${type}${report.media_query.replace('?', '&')}`;
}

function Head({ report, hasActions }: { report: PublicReport; hasActions: boolean }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { appointment, name, cover, is_summary_only } = report;
  const { address, city, state, zip_code } = appointment;
  const place = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const facts = [
    `${format.day(appointment.date_time, appointment.timezone)}, ${format.time(appointment.date_time, appointment.timezone)}`,
    ...appointment.technicians,
    appointment.square_feet ? t('view.squareFeet', { size: format.number(appointment.square_feet) }) : '',
    appointment.year_built ? t('view.built', { year: appointment.year_built }) : '',
    appointment.clients.length > 0 ? t('view.for', { names: appointment.clients.join(', ') }) : '',
  ].filter(Boolean);
  return (
    <header className={classes.head}>
      {cover && (
        <img className={classes.cover} src={cover} width={1200} height={520} alt="" fetchPriority="high" />
      )}
      <div className={classes.headWords}>
        <p className={classes.over}>{name}</p>
        <h1 className={classes.address}>
          {address}
          {place && <span> {place}</span>}
        </h1>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        {hasActions && (
          <div className={classes.actions}>
            {!is_summary_only && (
              <a className={classes.primary} href={reportPdfUrl(report, 'full')} download>
                <IconDownload size={18} aria-hidden />
                {t('view.downloadFull')}
              </a>
            )}
            <a className={classes.secondary} href={reportPdfUrl(report, 'summary')} download>
              {t('view.downloadSummary')}
            </a>
            <button type="button" className={classes.secondary} data-print onClick={() => window.print()}>
              <IconPrinter size={18} aria-hidden />
              {t('view.print')}
            </button>
          </div>
        )}
      </div>
    </header>
  );
}

function SectionNav({ report }: { report: PublicReport }) {
  const t = useTranslation('reports');
  return (
    <nav className={classes.nav} aria-label={t('view.sections')}>
      <ol>
        <li>
          <a href="#summary">{t('view.summary')}</a>
        </li>
        {report.sections.map((section) => (
          <li key={section.number}>
            <a href={`#s${section.number}`}>
              <span aria-hidden>{section.number}</span> {section.name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Foot({ report }: { report: PublicReport }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { company } = report;
  return (
    <section className={classes.foot} aria-labelledby="about">
      <h2 id="about" className={classes.footTitle}>
        {company.company_name}
      </h2>
      {report.disclaimer !== null && (
        <div className={classes.prose}>
          <RichTextView text={report.disclaimer} />
        </div>
      )}
      <CompanyContact
        phone={company.company_phone}
        email={company.company_email}
        website={company.website}
        addressLines={company.address_lines}
      />
      {report.published_at && (
        <p className={classes.dim}>
          {t('view.publishedAt', { date: format.dateTime(report.published_at, company.timezone) })}
        </p>
      )}
    </section>
  );
}

/** All photos in the order of the report, so that the lightbox continues from one finding to the next. */
function usePhotos(report: PublicReport, source: MediaUrl): LightboxPhoto[] {
  return useMemo(
    () =>
      report.sections
        .flatMap((section) =>
          section.items.flatMap((item) => [
            ...item.photos,
            ...item.comments.flatMap((comment) => comment.photos),
          ]),
        )
        // Videos play inline.
        .filter((photo) => photo.kind === 'photo')
        .map((photo) => ({ ...photo, src: source(photo.id, 'large') })),
    // The source depends only on the report.
    [report],
  );
}
