import { useEffect } from 'react';
import { useRead } from '#web/api.ts';
import { call } from '#web/client.ts';
import { CompanyDates } from '#web/format.ts';
import { personalPart } from '#web/personal-link.ts';
import { CompanyHead } from '#web/shell/company-head.tsx';
import { PublicFrame } from '#web/shell/public-frame.tsx';
import { isUnknownLink, UnknownLink } from '#web/shell/unknown-link.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getPublicAgreement, viewAgreement } from '../contract.ts';
import { AgreementBody } from './agreement-body.tsx';

interface Ids {
  /** Public id of the appointment. */
  id: string;
  /** Public id of the agreement. */
  agreement_id: string;
}

/** The page on which a client reads and signs: the company's, without a shell. */
export function AgreementPage(ids: Ids) {
  const { agreement, content } = useAgreement(ids);
  const company = agreement.data?.company;
  const brand = company ? <CompanyHead name={company.company_name} logo={company.logo} /> : <span />;
  return <PublicFrame brand={brand}>{content}</PublicFrame>;
}

/** The same agreement inside the shell, for people of the company: to read and to see who has signed. */
export function AgreementMemberPage(ids: Ids) {
  return useAgreement(ids).content;
}

function useAgreement({ id, agreement_id }: Ids) {
  const p = personalPart();
  const input = { appointmentPublicId: id, agreementPublicId: agreement_id, ...(p ? { p } : {}) };
  const agreement = useRead(getPublicAgreement, input);
  const shown = agreement.data?.content_hash;
  usePageTitle(agreement.data?.name ?? '');
  useEffect(() => {
    if (shown === undefined) return;
    // Evidence that this text was shown, each that was; nothing on the page waits for it.
    const seen = { appointmentPublicId: id, agreementPublicId: agreement_id, ...(p ? { p } : {}) };
    call(viewAgreement, seen).catch(() => {});
  }, [shown, id, agreement_id, p]);
  const content = agreement.data ? (
    <CompanyDates format={agreement.data.company.date_format}>
      <AgreementBody agreement={agreement.data} input={input} reload={agreement.retry} />
    </CompanyDates>
  ) : isUnknownLink(agreement.failure) ? (
    <UnknownLink />
  ) : agreement.status === 'failed' ? (
    <ErrorState failure={agreement.failure} onRetry={agreement.retry} />
  ) : (
    <LinesSkeleton lines={18} height={18} />
  );
  return { agreement, content };
}
