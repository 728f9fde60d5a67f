import { useRead } from '#web/api.ts';
import { CompanyDateFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { pageSearch } from '#web/navigation/page-address.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { getSample, type PublicSample } from '../../samples-contract.ts';
import classes from '../parts/report.module.css';
import { ReportView } from '../reading/report-view.tsx';

/** A sample report: a real one without private data, shown like any other. */
export function SampleReportPage({ report_id }: { report_id: string }) {
  const t = new URLSearchParams(pageSearch()).get('t');
  const sample = useRead(getSample, { sampleId: report_id, ...(t ? { t } : {}) });
  const { data, failure } = sample;
  const tWeb = useTranslation('web');
  usePageTitle(data?.name ?? (isInvalidLink(failure) ? tWeb('linkUnknown') : ''));
  const company = data?.report.company;
  const brand = company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />;
  return (
    <PublicLayout brand={brand}>
      {data ? (
        <CompanyDateFormat format={data.report.company.date_format}>
          <ReportView report={data.report} head={<SampleHead sample={data} />} />
        </CompanyDateFormat>
      ) : isInvalidLink(failure) ? (
        <InvalidLinkPage />
      ) : sample.status === 'failed' ? (
        <ErrorState failure={failure} onRetry={sample.retry} />
      ) : (
        <div className={classes.waiting}>
          <LinesSkeleton lines={18} height={18} />
        </div>
      )}
    </PublicLayout>
  );
}

function SampleHead({ sample }: { sample: PublicSample }) {
  const t = useTranslation('reports');
  const { name, description, list, is_visible, report } = sample;
  return (
    <>
      {!is_visible && <Notice tone="warn" title={t('samples.hiddenNotice')} />}
      <header className={classes.head}>
        <div className={classes.headWords}>
          <p className={classes.over}>{t('samples.over', { report: report.name })}</p>
          <h1 className={classes.address}>{name}</h1>
          {description && <p className={classes.description}>{description}</p>}
          <p className={classes.facts}>{t('samples.removed')}</p>
          {list && (
            <div className={classes.actions}>
              <a className={classes.secondary} href={list}>
                {t('samples.all')}
              </a>
            </div>
          )}
        </div>
      </header>
    </>
  );
}
