import { useEffect, useState } from 'react';
import { ApiFailure } from '#web/client/api-failure.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { openPersonalLink } from './count-visit.ts';
import { ReportWaiting } from './report-waiting.tsx';

/**
 * Opens a personal link from a message: counts the view for its owner, then shows the report. Normally the server has
 * resolved the link already (src/app/pages/early-pages.ts); this is for links it does not know, and for development.
 */
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
      <ReportWaiting
        status={report.failure ? 'failed' : 'loading'}
        failure={report.failure}
        retry={report.retry}
      />
    </PublicLayout>
  );
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
