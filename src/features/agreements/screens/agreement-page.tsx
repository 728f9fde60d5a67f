import { useEffect } from 'react';
import { useRead } from '#web/api.ts';
import { call } from '#web/client/client.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { personalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
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

/** The page where a client reads and signs, branded by the company, without the app shell. */
export function AgreementPage(ids: Ids) {
  const { agreement, content } = useAgreement(ids);
  const company = agreement.data?.company;
  const brand = company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />;
  return <PublicLayout brand={brand}>{content}</PublicLayout>;
}

/** The same agreement inside the app shell, for team members: to read it and see who has signed. */
export function AgreementMemberPage(ids: Ids) {
  return useAgreement(ids).content;
}

function useAgreement({ id, agreement_id }: Ids) {
  const p = personalLinkToken();
  const input = { appointmentPublicId: id, agreementPublicId: agreement_id, ...(p ? { p } : {}) };
  const agreement = useRead(getPublicAgreement, input);
  const shown = agreement.data?.content_hash;
  usePageTitle(agreement.data?.name ?? '');
  useEffect(() => {
    if (shown === undefined) return;
    // Records as evidence that this text was shown, for each text shown. The page does not wait for it.
    const seen = { appointmentPublicId: id, agreementPublicId: agreement_id, ...(p ? { p } : {}) };
    call(viewAgreement, seen).catch(() => {});
  }, [shown, id, agreement_id, p]);
  const content = agreement.data ? (
    <CompanyDateFormat format={agreement.data.company.date_format}>
      <AgreementBody agreement={agreement.data} input={input} reload={agreement.retry} />
    </CompanyDateFormat>
  ) : isInvalidLink(agreement.failure) ? (
    <InvalidLinkPage />
  ) : agreement.status === 'failed' ? (
    <ErrorState failure={agreement.failure} onRetry={agreement.retry} />
  ) : (
    <LinesSkeleton lines={18} height={18} />
  );
  return { agreement, content };
}
