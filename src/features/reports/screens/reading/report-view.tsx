import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { namedFor } from '#domain/settings/severity-names.ts';
import { useFormat } from '#web/format.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { CompanyContact } from '#web/shell/company-header.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { PublicReport } from '../../public-report-contract.ts';
import { Lightbox } from '../parts/lazy-lightbox.tsx';
import type { LightboxMedia } from '../parts/lightbox.tsx';
import { type MediaUrl, mediaUrlsFor } from '../parts/media-url.ts';
import classes from '../parts/report.module.css';
import { RichTextView } from '../parts/rich-text-view.tsx';
import { onlySeverity } from './findings.ts';
import { ReinspectionSummary } from './reinspection-summary.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportSections } from './report-sections.tsx';
import { ReportSummary } from './report-summary.tsx';
import { SectionNav } from './section-nav.tsx';
import { SeverityFilter } from './severity-filter.tsx';
import { useDeepLink } from './use-deep-link.ts';
import { usePrinting } from './use-printing.ts';

// Only readers with a link of their own see it, and not before the page has started.
const CreateRepairList = lazy(async () => ({
  default: (await import('../parts/create-repair-list.tsx')).CreateRepairList,
}));

/**
 * A report as readers see it: property (or the `head` in its place), summary, then all sections in order, or the
 * deficiencies of one severity.
 */
export function ReportView(props: { report: PublicReport; hasActions?: boolean; head?: ReactNode }) {
  const { hasActions = true } = props;
  const report = useNamedSeverities(props.report);
  const t = useTranslation('reports');
  const [severity, setSeverity] = useState<number | null>(null);
  const shown = useMemo(
    () => (severity === null ? report : onlySeverity(report, severity)),
    [report, severity],
  );
  const source = mediaUrlsFor(report);
  const media = useMedia(shown, source);
  const [open, setOpen] = useState<number | null>(null);
  const show = (id: string) => setOpen(media.findIndex((one) => one.id === id));
  useDeepLink(() => setSeverity(null));
  usePrinting();
  return (
    <article className={classes.report}>
      {report.is_draft && <Notice tone="warn" title={t('view.draft')} />}
      {report.is_summary_only && <Notice tone="info" title={t('view.summaryOnly')} />}
      {props.head ?? <ReportHead report={report} hasActions={hasActions} />}
      <div className={classes.columns}>
        <SectionNav report={shown} />
        <div className={classes.content}>
          <ReinspectionSummary report={report} />
          {report.summary !== 'off' && <ReportSummary report={report} />}
          {hasActions && (
            <Suspense>
              <CreateRepairList report={report} />
            </Suspense>
          )}
          {report.header_text !== null && (
            <div className={classes.prose}>
              <RichTextView text={report.header_text} />
            </div>
          )}
          <SeverityFilter report={report} value={severity} onChange={setSeverity} />
          <ReportSections report={shown} source={source} onOpen={show} hasLinks={hasActions} />
          <Foot report={report} />
        </div>
      </div>
      {open !== null && open >= 0 && (
        <Lightbox media={media} at={open} onMove={setOpen} onClose={() => setOpen(null)} />
      )}
    </article>
  );
}

/** The report with the names of its severities in the reader's language. */
function useNamedSeverities(report: PublicReport): PublicReport {
  const { lang } = useLanguage();
  return useMemo(() => ({ ...report, categories: namedFor(report.categories, lang) }), [report, lang]);
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

/** All photos and videos in the order of the report, so that the lightbox continues from one finding to the next. */
function useMedia(report: PublicReport, source: MediaUrl): LightboxMedia[] {
  return useMemo(
    () =>
      report.sections.flatMap((section) =>
        section.items.flatMap((item) => {
          const place = `${section.name} › ${item.name}`;
          return [
            ...item.photos.map((one) => ({ ...one, place })),
            ...item.comments.flatMap((comment) =>
              comment.photos.map((one) => ({
                ...one,
                place: [comment.number, comment.name].filter(Boolean).join(' '),
              })),
            ),
          ].map((one) => ({
            ...one,
            src: source(one, 'large'),
            preview: source(one, 'medium'),
            ...(one.kind === 'video' ? { film: source(one, 'film') } : {}),
          }));
        }),
      ),
    // The source depends only on the report.
    [report],
  );
}
