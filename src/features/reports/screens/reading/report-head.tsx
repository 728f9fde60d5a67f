import { useFormat } from '#web/format.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import { IconDownload, IconPrinter } from '#web/ui/layout/icons.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import classes from '../parts/report.module.css';
import { reportPdfUrl } from './report-pdf-url.ts';

/** The property, when and by whom it was inspected, and the report on paper; without that in a preview. */
export function ReportHead({ report, hasActions }: { report: PublicReport; hasActions: boolean }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { appointment, name, cover } = report;
  const { address, city, state, zip_code } = appointment;
  const place = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const facts = [
    `${format.day(appointment.date_time, appointment.timezone)}, ${format.time(appointment.date_time, appointment.timezone)}`,
    ...appointment.technicians,
    appointment.square_feet ? t('view.squareFeet', { size: format.number(appointment.square_feet) }) : '',
    appointment.year_built ? t('view.built', { year: appointment.year_built }) : '',
    ...appointment.others.map(({ role, name: person }) => `${t(`role.${role}`)}: ${person}`),
    appointment.clients.length > 0 ? t('view.for', { names: appointment.clients.join(', ') }) : '',
  ].filter(Boolean);
  return (
    <header className={classes.head}>
      {cover && (
        <img className={classes.cover} src={cover} width={1200} height={520} alt="" fetchPriority="high" />
      )}
      <div className={classes.headWords}>
        <p className={classes.over}>{name}</p>
        <h1 className={classes.address}>
          {address}
          {place && <span> {place}</span>}
        </h1>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        {hasActions && <Actions report={report} />}
      </div>
    </header>
  );
}

async function print(): Promise<void> {
  const { printWithPictures } = await import('./print-with-pictures.ts');
  await printWithPictures();
}

function Actions({ report }: { report: PublicReport }) {
  const t = useTranslation('reports');
  const { lang } = useLanguage();
  const { is_summary_only, summary } = report;
  return (
    <div className={classes.actions}>
      {!is_summary_only && (
        <a className={classes.primary} href={reportPdfUrl(report, 'full', lang)} download>
          <IconDownload size={18} aria-hidden />
          {t('view.downloadFull')}
        </a>
      )}
      {summary !== 'off' && (
        <a className={classes.secondary} href={reportPdfUrl(report, 'summary', lang)} download>
          {t('view.downloadSummary')}
        </a>
      )}
      <button type="button" className={classes.secondary} data-print onClick={() => void print()}>
        <IconPrinter size={18} aria-hidden />
        {t('view.print')}
      </button>
    </div>
  );
}
