import { useRead } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { ErrorState, LinesSkeleton, MessagePage } from '#web/ui/feedback/states.tsx';
import { IconLink } from '#web/ui/layout/icons.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getProfile } from '../profile-contract.ts';
import { ProfileView } from './profile-view.tsx';

/** The public profile of a company, by its request id or public name. */
export function PublicProfilePage({ request_id }: { request_id: string }) {
  const t = useTranslation('company');
  const profile = useRead(getProfile, { id: request_id });
  const { data, failure } = profile;
  usePageTitle(data?.names.company_name ?? '');
  const brand = data ? (
    <CompanyHeader name={data.names.company_name} logo={data.logos.header_logo ?? data.logos.logo} />
  ) : (
    <span />
  );
  return (
    <PublicLayout brand={brand}>
      {data ? (
        <CompanyDateFormat format={data.date_format}>
          <ProfileView profile={data} />
        </CompanyDateFormat>
      ) : failure?.status === 404 || failure?.status === 400 ? (
        <MessagePage
          icon={<IconLink size={34} stroke={1.5} />}
          code="404"
          title={t('public.unknown')}
          hint={t('public.unknownHint')}
        />
      ) : profile.status === 'failed' ? (
        <ErrorState failure={failure} onRetry={profile.retry} />
      ) : (
        <LinesSkeleton lines={16} height={20} />
      )}
    </PublicLayout>
  );
}
