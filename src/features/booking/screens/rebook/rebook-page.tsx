import { useRead } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { personalLinkToken, withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getRebookPage } from '../../rebook-contract.ts';
import classes from '../booking.module.css';
import { ContactLinks } from '../contact-links.tsx';
import { RebookForm } from './rebook-form.tsx';

/** The page on which an agent books again, with the personal link of one of their orders and without a login. */
export function RebookingPage({ id }: { id: string }) {
  const t = useTranslation('booking');
  const p = personalLinkToken();
  const of = { publicId: id, ...(p ? { p } : {}) };
  const read = useRead(getRebookPage, of);
  const { data, failure } = read;
  usePageTitle(data ? `${t('rebook.title')} · ${data.page.company.name}` : '');
  const company = data?.page.company;
  // The client page mails a new link.
  const link = withPersonalLinkToken(`/client-view/${id}`);
  return (
    <PublicLayout brand={company ? <CompanyHeader name={company.name} logo={company.logo} /> : <span />}>
      {data && company ? (
        <CompanyDateFormat format={company.date_format}>
          <div className={classes.page}>
            <h1 className={classes.title}>{t('rebook.title')}</h1>
            {data.page.services.length === 0 ? (
              <EmptyState title={t('noServices')} hint={<ContactLinks company={company} />} />
            ) : (
              <RebookForm data={data} of={of} />
            )}
          </div>
        </CompanyDateFormat>
      ) : isInvalidLink(failure) ? (
        <InvalidLinkPage />
      ) : failure?.fields.p ? (
        <EmptyState
          title={t('rebook.noLink')}
          hint={
            <a className={classes.link} href={link}>
              {t('rebook.askForLink')}
            </a>
          }
        />
      ) : read.status === 'failed' ? (
        <ErrorState failure={failure} onRetry={read.retry} />
      ) : (
        <LinesSkeleton lines={10} height={32} />
      )}
    </PublicLayout>
  );
}
