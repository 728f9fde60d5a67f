import { Suspense, useEffect, useRef } from 'react';
import { useRead } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { currentLang, useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { pageSearch } from '#web/navigation/page-address.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { focusTemporarily } from '#web/ui/dialog/preserve-focus.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getReport } from '../../contract.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import classes from '../parts/report.module.css';
import { useRefetchOnMediaError, useVersion } from '../parts/use-version.ts';
import { countVisit } from './count-visit.ts';
import { LockedReport, lockedFacts } from './locked-report.tsx';
import { reportPdfUrl } from './report-pdf-url.ts';
import { ReportView } from './report-view.tsx';
import { ReportWaiting } from './report-waiting.tsx';
import { VersionNotice } from './version-notice.tsx';

const NewerVersion = lazy(async () => ({
  default: (await import('../parts/newer-version.tsx')).NewerVersion,
}));

const fiveMinutes = 300_000;

/** The public report: summary, sections, photos and PDFs; while it is locked, what has to be done first. */
export function ViewReportPage({ report_id }: { report_id: string }) {
  const search = new URLSearchParams(pageSearch());
  const t = search.get('t');
  const param = (name: 't' | 'p' | 'v') => (search.get(name) ? { [name]: search.get(name) ?? '' } : {});
  const reader = { reportId: report_id, ...param('t'), ...param('p'), ...param('v') };
  const former = Number(search.get('version') ?? '');
  const input = { ...reader, ...(Number.isInteger(former) && former > 0 ? { version: former } : {}) };
  const report = useRead(getReport, input, { live: fiveMinutes });
  const { shown, takeNewer } = useVersion(report.data?.projection === 'public' ? report.data : null);
  const askAgain = useRefetchOnMediaError(report);
  const locked = lockedFacts(report.failure);
  const company = shown?.company ?? locked?.company;
  const tWeb = useTranslation('web');
  usePageTitle(shown?.name ?? locked?.name ?? (isInvalidLink(report.failure) ? tWeb('linkUnknown') : ''));
  const publicId = shown?.public_id;
  useEffect(() => {
    if (!publicId || t) return;
    return countVisit(publicId);
  }, [publicId, t]);
  useWantedPaper(shown);
  const version = useRef<HTMLDivElement>(null);
  const brand = company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />;
  return (
    <PublicLayout brand={brand}>
      {locked ? (
        <LockedReport facts={locked} reportId={report_id} />
      ) : shown ? (
        <CompanyDateFormat format={shown.company.date_format}>
          {/* Error events of photos and videos do not bubble, so they are handled in the capture phase. */}
          <div ref={version} className={classes.report} onErrorCapture={askAgain}>
            <VersionNotice report={shown} reader={reader} />
            <ReportView report={shown} />
          </div>
          {takeNewer && (
            <Suspense>
              <NewerVersion
                onShow={() => {
                  takeNewer();
                  // The button disappears with the offer; the scroll position stays.
                  const heading = version.current?.querySelector('h1');
                  if (heading) focusTemporarily(heading, { preventScroll: true });
                }}
              />
            </Suspense>
          )}
        </CompanyDateFormat>
      ) : (
        <ReportWaiting status={report.status} failure={report.failure} retry={report.retry} />
      )}
    </PublicLayout>
  );
}

/** `?download=full`: a link in a message downloads the PDF directly and shows the page behind it. */
function useWantedPaper(report: PublicReport | null): void {
  const publicId = report?.public_id;
  useEffect(() => {
    const search = new URLSearchParams(window.location.search);
    const type = search.get('download');
    if (!report || (type !== 'full' && type !== 'summary')) return;
    const listed = search.get('summary');
    for (const name of ['download', 'summary']) search.delete(name);
    const query = search.size > 0 ? `?${search}` : '';
    window.history.replaceState(null, '', window.location.pathname + query + window.location.hash);
    const summary = type === 'summary' && listed ? `&summary=${encodeURIComponent(listed)}` : '';
    window.location.assign(reportPdfUrl(report, type, currentLang()) + summary);
    // Once per report: a refetched response is still the same report.
  }, [publicId]);
}
