import { useEffect, useRef, useState } from 'react';
import { useRead } from '#web/api.ts';
import { ApiFailure } from '#web/client.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { currentLang, useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation.tsx';
import { pageSearch } from '#web/page-address.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { focusTemporarily } from '#web/ui/dialog/preserve-focus.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getReport } from '../../contract.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import { NewerVersion } from '../parts/newer-version.tsx';
import classes from '../parts/report.module.css';
import { useRefetchOnMediaError, useVersion } from '../parts/use-version.ts';
import { countVisit, openPersonalLink } from './count-visit.ts';
import { LockedReport, lockedFacts } from './locked-report.tsx';
import { reportPdfUrl } from './report-pdf-url.ts';
import { ReportView } from './report-view.tsx';
import { VersionNotice } from './version-notice.tsx';

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
          <div ref={version} onErrorCapture={askAgain}>
            <VersionNotice report={shown} reader={reader} />
            <ReportView report={shown} />
          </div>
          {takeNewer && (
            <NewerVersion
              onShow={() => {
                takeNewer();
                // The button disappears with the offer; the scroll position stays.
                const heading = version.current?.querySelector('h1');
                if (heading) focusTemporarily(heading, { preventScroll: true });
              }}
            />
          )}
        </CompanyDateFormat>
      ) : (
        <Waiting status={report.status} failure={report.failure} retry={report.retry} />
      )}
    </PublicLayout>
  );
}

/** Opens a personal link from a message: counts the view for its owner, then shows the report. */
export function PersonalReportPage({ view_id }: { view_id: string }) {
  const go = useNavigateTo();
  const report = useOpened(view_id);
  const { reportId: target, pass } = report;
  useEffect(() => {
    if (!target) return;
    const search = new URLSearchParams(window.location.search);
    if (pass) search.set('v', pass);
    const query = search.size > 0 ? `?${search}` : '';
    go(`/view-report2/${target}${query}${window.location.hash}`, { replace: true });
  }, [target, pass, go]);
  return (
    <PublicLayout brand={<span />}>
      <Waiting status={report.failure ? 'failed' : 'loading'} failure={report.failure} retry={report.retry} />
    </PublicLayout>
  );
}

function Waiting(props: { status: string; failure: ApiFailure | null; retry: () => void }) {
  const { failure } = props;
  if (isInvalidLink(failure)) return <InvalidLinkPage />;
  if (props.status === 'failed') return <ErrorState failure={failure} onRetry={props.retry} />;
  // As tall as the final page, so that the footer does not move.
  return (
    <div className={classes.waiting}>
      <LinesSkeleton lines={18} height={18} />
    </div>
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

interface Opening {
  reportId: string | null;
  pass: string | null;
  failure: ApiFailure | null;
}

function useOpened(viewId: string) {
  const [state, setState] = useState<Opening>({ reportId: null, pass: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    openPersonalLink(viewId).then(
      ({ report_id, pass }) => {
        if (!isGone) setState({ reportId: report_id, pass, failure: null });
      },
      (failure: unknown) => {
        if (!isGone && failure instanceof ApiFailure) setState({ reportId: null, pass: null, failure });
      },
    );
    return () => {
      isGone = true;
    };
  }, [viewId, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
