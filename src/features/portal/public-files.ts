import { addressLines } from '#domain/base/addresses.ts';
import { asInstant } from '#domain/base/time.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import type { Precision } from '#server/outside/address-result.ts';
import { mapPreviewSvg } from '#server/outside/maps-preview.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { attachmentKey } from './attachment-key.ts';
import { calendarFile } from './calendar-file.ts';
import type * as contract from './contract.ts';
import { canDownloadFile } from './show-client-view.ts';
import * as store from './store.ts';

const anHour = 3600;
const captions = { en: 'Approximate location', de: 'Ungefähre Lage', fr: 'Emplacement approximatif' };
const titles = { en: 'Inspection', de: 'Inspektion', fr: 'Inspection' };

/** The photo of the property or a drawn map; an empty picture while its location is unknown. */
export async function propertyPicture(ctx: ActionCtx): Promise<Download> {
  const appointment = await ctx.read(linked);
  if (appointment.cover_file_id) {
    const photo = await stored(ctx, appointment.cover_file_id);
    if (photo) return photo;
  }
  const { lat, lng } = appointment;
  const precision = (appointment.location_precision ?? 'zip_estimate') as Precision;
  const body =
    lat === null || lng === null
      ? blank
      : mapPreviewSvg({ lat, lng, w: 1200, h: 520, precision, caption: captions[ctx.lang] });
  return { filename: 'map.svg', type: 'image/svg+xml', body, inline: true, maxAgeSeconds: anHour };
}

const blank =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="520" viewBox="0 0 1200 520"><rect width="1200" height="520" fill="#f3f1ea"/><path d="M440 330l160-130 160 130v120H440z" fill="none" stroke="#c9c5ba" stroke-width="12" stroke-linejoin="round"/></svg>';

/** The company's logo. */
export async function companyLogo(ctx: ActionCtx): Promise<Download> {
  const { logo_file_id } = await ctx.read(getCompany);
  return (logo_file_id && (await stored(ctx, logo_file_id))) || missing();
}

/** The picture of the technician at this position in the list. */
export async function technicianPicture(ctx: ActionCtx, input: { number: number }): Promise<Download> {
  const rows = await ctx.read(async (r) => store.technicians(r, (await linked(r)).id));
  const fileId = rows[input.number]?.profile_pic_file_id;
  return (fileId && (await stored(ctx, fileId))) || missing();
}

/** A client-visible document, always as a download. Throws LOCKED if it counts as a report that is locked. */
export async function downloadAttachment(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.downloadAttachment>,
): Promise<Download> {
  const row = await ctx.read(async (r) => {
    const appointment = await linked(r);
    const rows = await store.attachments(r, appointment.id);
    const found = rows.find((each) => attachmentKey(ctx.installation, each.id) === input.key);
    if (!found || (await canDownloadFile(r, appointment, found, input.p))) return found;
    throw new AppError('LOCKED', 'This report isn’t available yet', {
      appointment_public_id: appointment.public_id,
    });
  });
  const file = row ? await stored(ctx, row.file_id) : null;
  if (!row || !file) throw notFound();
  return { ...file, filename: row.name, inline: false };
}

/** The appointment as a file for the client's calendar. */
export async function getCalendarFile(ctx: ReadCtx): Promise<Download> {
  const appointment = await linked(ctx);
  const company = await getCompany(ctx);
  const place = addressLines(appointment).join(', ');
  const body = calendarFile({
    uid: `${appointment.public_id}@${new URL(ctx.installation.publicUrl).hostname}`,
    sequence: appointment.rev,
    stamp: ctx.now,
    start: asInstant(appointment.date_time),
    end: asInstant(appointment.end_time),
    summary: [titles[ctx.lang], company.company_name].join(' · '),
    location: place,
    description: `${company.company_name}\n${ctx.installation.publicUrl}/client-view/${appointment.public_id}`,
    status:
      appointment.status === 'canceled'
        ? 'CANCELLED'
        : appointment.status === 'requested'
          ? 'TENTATIVE'
          : 'CONFIRMED',
  });
  return { filename: 'appointment.ics', type: 'text/calendar; charset=utf-8', body };
}

async function linked(ctx: ReadCtx): Promise<store.AppointmentFacts> {
  const appointment = await store.appointmentFacts(ctx, ctx.link?.id ?? '');
  if (!appointment) throw notFound('This link does not work');
  return appointment;
}

async function stored(ctx: ActionCtx, fileId: string): Promise<Download | null> {
  const row = await ctx.read((r) => store.storedFile(r, fileId));
  const file = row ? await ctx.files.get(row.storage_key) : null;
  if (!row || !file) return null;
  const { name, type, sha256 } = row;
  const inline = /^image\/(jpeg|png|webp)$/.test(type);
  return {
    filename: name,
    type,
    body: file.stream,
    bytes: file.size,
    inline,
    etag: sha256,
    maxAgeSeconds: anHour,
  };
}

function missing(): never {
  throw notFound();
}
