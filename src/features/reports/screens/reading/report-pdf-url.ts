import type { Lang } from '#domain/base/date-formats.ts';
import type { PublicReport } from '../../public-report-contract.ts';

/** The address of the PDF with headings in the reader's language, and with the query this reader needs. */
export function reportPdfUrl(
  report: Pick<PublicReport, 'public_id' | 'media_query'>,
  type: 'full' | 'summary',
  lang: Lang,
): string {
  const language = lang === 'en' ? '' : `&lang=${lang}`;
  return `/api/v2/reports/${report.public_id}/download?type=${type}${language}${report.media_query.replace('?', '&')}`;
}
