import { useEffect } from 'react';
import { useRead } from '#web/api.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { personalLinkToken, withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { listReportPdfs } from '../../report-pdfs-contract.ts';
import { LockedReport, lockedFacts } from './locked-report.tsx';

/**
 * The legacy path of reports, by report or appointment id: a single report redirects to its page, several to the
 * portal.
 */
export function LegacyReportPage({ id }: { id: string }) {
  const go = useNavigateTo();
  const p = personalLinkToken();
  const pdfs = useRead(listReportPdfs, { publicId: id, ...(p ? { p } : {}) });
  const { data, failure, retry } = pdfs;
  const locked = lockedFacts(failure);
  useEffect(() => {
    if (!data) return;
    const [only, another] = data.reports;
    const own = data.reports.find((report) => report.public_id === id) ?? (another ? undefined : only);
    const target = own
      ? withPersonalLinkToken(`/view-report2/${own.public_id}`)
      : withPersonalLinkToken(`/client-view/${data.appointment_public_id}`);
    go(target, { replace: true });
  }, [data, go, id]);
  const brand = locked ? (
    <CompanyHeader name={locked.company.company_name} logo={locked.company.logo} />
  ) : (
    <span />
  );
  return (
    <PublicLayout brand={brand}>
      {locked ? (
        <LockedReport facts={locked} reportId={id} />
      ) : isInvalidLink(failure) ? (
        <InvalidLinkPage />
      ) : failure ? (
        <ErrorState failure={failure} onRetry={retry} />
      ) : (
        <LinesSkeleton lines={12} height={20} />
      )}
    </PublicLayout>
  );
}
