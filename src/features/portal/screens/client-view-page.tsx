import { useRead } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { personalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getClientView } from '../contract.ts';
import { ClientViewBody, ClientViewSkeleton } from './client-view-body.tsx';

/** The portal of an appointment as its client sees it, branded by the company. */
export function ClientViewPage({ id }: { id: string }) {
  const { view, content } = useClientView(id);
  const company = view.data?.company;
  const brand = company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />;
  return <PublicLayout brand={brand}>{content}</PublicLayout>;
}

/** The same page inside the app shell, for team members. */
export function ClientViewMemberPage({ id }: { id: string }) {
  const t = useTranslation('portal');
  const { view, content } = useClientView(id);
  const appointmentId = view.data?.appointment_id;
  return (
    <>
      {appointmentId && (
        <div style={{ marginBottom: 16 }}>
          <Notice
            tone="info"
            action={
              <LinkButton to={`/appointments/details/${appointmentId}`} variant="default" size="compact-md">
                {t('toAppointment')}
              </LinkButton>
            }
          >
            {t('teamHint')}
          </Notice>
        </div>
      )}
      {content}
    </>
  );
}

function useClientView(publicId: string) {
  const t = useTranslation('web');
  const p = personalLinkToken();
  const view = useRead(getClientView, { publicId, ...(p ? { p } : {}) }, { live: true });
  const isUnknown = isInvalidLink(view.failure);
  const title = view.data ? view.data.property.address || view.data.order_id : '';
  usePageTitle(isUnknown ? t('linkUnknown') : title);
  if (view.data) {
    const content = (
      <CompanyDateFormat format={view.data.company.date_format}>
        <ClientViewBody view={view.data} />
      </CompanyDateFormat>
    );
    return { view, content };
  }
  const content = isUnknown ? (
    <InvalidLinkPage />
  ) : view.status === 'failed' ? (
    <ErrorState failure={view.failure} onRetry={view.retry} />
  ) : (
    <ClientViewSkeleton publicId={publicId} />
  );
  return { view, content };
}
