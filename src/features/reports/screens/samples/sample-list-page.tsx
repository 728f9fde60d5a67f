import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { CompanyContact, CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconReport } from '#web/ui/layout/icons.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { listPublicSamples, type PublicSampleList } from '../../samples-contract.ts';
import report from '../parts/report.module.css';
import classes from './samples.module.css';

/** The sample reports of a company, by its request id or public name. */
export function SampleListPage({ request_id }: { request_id: string }) {
  const t = useTranslation('reports');
  const list = useRead(listPublicSamples, { id: request_id });
  const { data, failure } = list;
  const tWeb = useTranslation('web');
  usePageTitle(data ? t('samples.title') : isInvalidLink(failure) ? tWeb('linkUnknown') : '');
  const company = data?.company;
  const brand = company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />;
  return (
    <PublicLayout brand={brand}>
      {data ? (
        <Samples list={data} />
      ) : isInvalidLink(failure) ? (
        <InvalidLinkPage />
      ) : list.status === 'failed' ? (
        <ErrorState failure={failure} onRetry={list.retry} />
      ) : (
        <div className={report.waiting}>
          <LinesSkeleton lines={12} height={20} />
        </div>
      )}
    </PublicLayout>
  );
}

function Samples({ list: { company, samples } }: { list: PublicSampleList }) {
  const t = useTranslation('reports');
  return (
    <article className={classes.page}>
      <h1 className={classes.title}>{t('samples.title')}</h1>
      <p className={classes.purpose}>{t('samples.purpose', { company: company.company_name })}</p>
      {samples.length === 0 && (
        <EmptyState icon={<IconReport size={26} stroke={1.6} />} title={t('samples.noneYet')} />
      )}
      <ul className={classes.cards}>
        {samples.map((sample) => (
          <li key={sample.public_id}>
            <a className={classes.card} href={`/sample-report/${sample.public_id}`}>
              {sample.cover ? (
                <img
                  className={classes.cover}
                  src={sample.cover}
                  alt=""
                  loading="lazy"
                  width={800}
                  height={500}
                />
              ) : (
                <span className={classes.cover} aria-hidden>
                  <IconReport size={34} stroke={1.4} />
                </span>
              )}
              <span className={classes.words}>
                <strong className={classes.name}>{sample.name}</strong>
                {sample.description && <span>{sample.description}</span>}
                <span className={classes.counts}>
                  {[
                    t('edit.deficiencies', { count: sample.deficiencies }),
                    ...(sample.photos > 0 ? [t('edit.photos', { count: sample.photos })] : []),
                  ].join(' · ')}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <footer className={classes.contact}>
        <CompanyContact
          phone={company.company_phone}
          email={company.company_email}
          website={company.website}
          addressLines={company.address_lines}
        />
      </footer>
    </article>
  );
}
