import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ActionCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import * as store from './store.ts';

const anHour = 3600;

/** Returns the path of a technician's picture on the booking pages; it changes with the picture, so that it can be cached. */
export function technicianPicturePath(company: Company, id: string, picture: string): string {
  return `/api/v2/public/companies/${company.request_id}/technicians/${id}/picture?v=${picture.slice(-8)}`;
}

/** Returns the picture of a technician; throws NOT_FOUND unless visitors may choose them. */
export async function showTechnicianPicture(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.getTechnicianPicture>,
): Promise<Download> {
  const row = await ctx.read(async (r) => {
    const { settings } = await getCompany(r);
    if (!settings.enable_online_scheduling || !settings.allow_choice_of_technicians) return undefined;
    return store.technicianPicture(r, input.technicianId);
  });
  const file = row ? await ctx.files.get(row.storage_key) : null;
  if (!row || !file) throw notFound();
  return {
    filename: 'picture',
    type: row.type,
    body: file.stream,
    bytes: file.size,
    inline: true,
    etag: row.sha256,
    maxAgeSeconds: anHour,
  };
}
