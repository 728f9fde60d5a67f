import { useState } from 'react';
import { useRead } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { CompanyDateFormat, useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { pageSearch } from '#web/navigation/page-address.ts';
import { personalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyHeader } from '#web/shell/company-header.tsx';
import { InvalidLinkPage, isInvalidLink } from '#web/shell/invalid-link.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { ErrorState, LinesSkeleton, MessagePage } from '#web/ui/feedback/states.tsx';
import { IconClockOff, IconDownload, IconExternalLink } from '#web/ui/layout/icons.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import type { RouteOutput } from '#wire/route.ts';
import { listReportPdfs } from '../../report-pdfs-contract.ts';
import { LockedReport, lockedFacts } from './locked-report.tsx';
import classes from './report-pdf-pages.module.css';

type Pdfs = RouteOutput<typeof listReportPdfs>;

/** The PDFs of an appointment's published reports, behind the same gate as their pages. */
export function ReportPdfPage({ inspection_id }: { inspection_id: string }) {
  return <Page publicId={inspection_id} review={null} />;
}

/** The PDFs of draft reports, for recipients of a draft link. */
export function ReviewPdfPage({ inspection_id }: { inspection_id: string }) {
  const pass = new URLSearchParams(pageSearch()).get('t');
  // Without a token this page does not exist; it must not fall back to the published PDFs.
  return <Page publicId={inspection_id} review={pass || 'missing'} />;
}

function Page({ publicId, review }: { publicId: string; review: string | null }) {
  const t = useTranslation('reports');
  const p = personalLinkToken();
  const pdfs = useRead(listReportPdfs, {
    publicId,
    ...(review === null ? {} : { review }),
    ...(p ? { p } : {}),
  });
  const locked = lockedFacts(pdfs.failure);
  const company = pdfs.data?.company ?? locked?.company;
  const place = pdfs.data ?? locked;
  usePageTitle(place ? place.address || t('pdfs.title') : '');
  const brand = company ? <CompanyHeader name={company.company_name} logo={company.logo} /> : <span />;
  return (
    <PublicLayout brand={brand}>
      {pdfs.data ? (
        <CompanyDateFormat format={pdfs.data.company.date_format}>
          <PdfList pdfs={pdfs.data} review={review} />
        </CompanyDateFormat>
      ) : locked ? (
        <LockedReport facts={locked} reportId={publicId} />
      ) : (
        <Waiting failure={pdfs.failure} retry={pdfs.retry} />
      )}
    </PublicLayout>
  );
}

function Waiting({ failure, retry }: { failure: ApiFailure | null; retry: () => void }) {
  const t = useTranslation('reports');
  if (failure?.type === 'GONE') {
    return (
      <MessagePage
        icon={<IconClockOff size={34} stroke={1.5} />}
        title={t('pdfs.expired')}
        hint={t('pdfs.expiredHint')}
      />
    );
  }
  if (isInvalidLink(failure)) return <InvalidLinkPage />;
  if (failure) return <ErrorState failure={failure} onRetry={retry} />;
  return <LinesSkeleton lines={12} height={20} />;
}

type Kind = 'full' | 'summary';

function PdfList({ pdfs, review }: { pdfs: Pdfs; review: string | null }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { address, city, state, zip_code, reports, review_until, company } = pdfs;
  const [chosen, setChosen] = useState(0);
  const kinds: Kind[] = pdfs.is_summary_only ? ['summary'] : ['full', 'summary'];
  const [type, setType] = useState<Kind>(kinds[0] ?? 'summary');
  const report = reports[chosen];
  const place = [[city, state].filter(Boolean).join(', '), zip_code].filter(Boolean).join(' ');
  return (
    <article className={classes.page}>
      <h1 className={classes.title}>{address || t('pdfs.title')}</h1>
      {address && <p className={classes.place}>{place}</p>}
      {review_until && (
        <p className={classes.draft}>
          {t('pdfs.draft', { date: format.date(review_until, company.timezone) })}
        </p>
      )}
      {reports.length === 0 && <p className={classes.place}>{t('pdfs.none')}</p>}
      {reports.length > 1 && (
        <Choices
          label={t('card.title')}
          options={reports.map(({ public_id, name }) => ({ value: public_id, text: name }))}
          value={report?.public_id}
          onChange={(id) => setChosen(reports.findIndex(({ public_id }) => public_id === id))}
        />
      )}
      {report && (
        <>
          <Choices
            label={report.name}
            options={kinds.map((value) => ({ value, text: t(`pdfs.${value}`) }))}
            value={type}
            onChange={setType}
          />
          <Paper publicId={report.public_id} name={report.name} type={type} review={review} />
        </>
      )}
    </article>
  );
}

/** Buttons of which one is pressed. */
function Choices<T extends string>(props: {
  label: string;
  options: readonly { value: T; text: string }[];
  value: T | undefined;
  onChange: (value: T) => void;
}) {
  return (
    <fieldset className={classes.choices} aria-label={props.label}>
      {props.options.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          className={classes.choice}
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

function Paper(props: { publicId: string; name: string; type: 'full' | 'summary'; review: string | null }) {
  const t = useTranslation('reports');
  const { publicId, name, type, review } = props;
  const p = personalLinkToken();
  const query = new URLSearchParams({ type, ...(review ? { review } : {}), ...(p ? { p } : {}) });
  const path = `/api/v2/reports/${publicId}/download?${query}`;
  // Phones open PDFs in a separate app, where the buttons are enough.
  const isShown = typeof navigator !== 'undefined' && navigator.pdfViewerEnabled;
  return (
    <>
      <div className={classes.actions}>
        <a className={classes.primary} href={path}>
          <IconDownload size={18} aria-hidden />
          {t('pdfs.download')}
        </a>
        <a className={classes.secondary} href={`${path}&inline=true`} target="_blank" rel="noopener">
          <IconExternalLink size={18} aria-hidden />
          {t('pdfs.open')}
        </a>
      </div>
      {isShown && <iframe key={path} className={classes.paper} title={name} src={`${path}&inline=true`} />}
    </>
  );
}
