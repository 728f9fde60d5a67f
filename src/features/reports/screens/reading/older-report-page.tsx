import { useEffect } from 'react';
import { useRead } from '#web/api.ts';
import { useGo } from '#web/navigation.tsx';
import { personalPart, withPersonalPart } from '#web/personal-link.ts';
import { CompanyHead } from '#web/shell/company-head.tsx';
import { PublicFrame } from '#web/shell/public-frame.tsx';
import { isUnknownLink, UnknownLink } from '#web/shell/unknown-link.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { listPapers } from '../../papers-contract.ts';
import { LockedReport, lockedFacts } from './locked-report.tsx';

/** The older path of reports, by the id of a report or of its appointment: one leads to its page, several to the portal. */
export function OlderReportPage({ id }: { id: string }) {
  const go = useGo();
  const p = personalPart();
  const papers = useRead(listPapers, { publicId: id, ...(p ? { p } : {}) });
  const { data, failure, retry } = papers;
  const locked = lockedFacts(failure);
  useEffect(() => {
    if (!data) return;
    const [only, another] = data.reports;
    const own = data.reports.find((report) => report.public_id === id) ?? (another ? undefined : only);
    const target = own
      ? withPersonalPart(`/view-report2/${own.public_id}`)
      : withPersonalPart(`/client-view/${data.appointment_public_id}`);
    go(target, { replace: true });
  }, [data, go, id]);
  const brand = locked ? (
    <CompanyHead name={locked.company.company_name} logo={locked.company.logo} />
  ) : (
    <span />
  );
  return (
    <PublicFrame brand={brand}>
      {locked ? (
        <LockedReport facts={locked} reportId={id} />
      ) : isUnknownLink(failure) ? (
        <UnknownLink />
      ) : failure ? (
        <ErrorState failure={failure} onRetry={retry} />
      ) : (
        <LinesSkeleton lines={12} height={20} />
      )}
    </PublicFrame>
  );
}
