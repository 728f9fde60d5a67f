import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import type { DisplayedReport } from '../access/read-report.ts';
import { type NamedPeople, namedPeople } from '../named-people.ts';
import * as store from '../store.ts';
import { findPdfPictures, type PdfPictures } from './pdf-pictures.ts';

export type ReportPdfKind = 'full' | 'summary';

/** Everything a report's PDF is made from, read in one snapshot. */
export interface ReportPdfSource {
  shown: DisplayedReport;
  company: Company;
  appointment: Pick<
    store.AppointmentFacts,
    | 'address'
    | 'city'
    | 'state'
    | 'zip_code'
    | 'cover_file_id'
    | 'date_time'
    | 'order_id'
    | 'square_feet'
    | 'year_built'
  >;
  technicians: Pick<Awaited<ReturnType<typeof store.technicians>>[number], 'name' | 'phone' | 'invisible'>[];
  clients: string[];
  /** Listing agents and contractors. */
  others: NamedPeople['others'];
  /** When the shown state was published or last changed. */
  made_at: string;
  pictures: PdfPictures;
  /** Base of the addresses of videos. */
  publicUrl: string;
  report_public_id: string;
}

/** Loads what the PDF of a report needs. */
export async function loadReportPdfSource(
  ctx: ReadCtx,
  report: store.ReportRecord,
  appointment: store.AppointmentFacts,
  shown: DisplayedReport,
): Promise<ReportPdfSource> {
  const company = await getCompany(ctx);
  return {
    shown,
    company,
    appointment,
    technicians: (await store.technicians(ctx, appointment.id)).filter((person) => !person.invisible),
    ...(await namedPeople(ctx, appointment.id, company.settings)),
    made_at: shown.published_at ?? report.updated_at,
    pictures: await findPdfPictures(ctx, report.id, shown.content, appointment.cover_file_id),
    publicUrl: ctx.installation.publicUrl,
    report_public_id: report.public_id,
  };
}
