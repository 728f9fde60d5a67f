import { asCents, currencySymbol, fromCents } from '#domain/base/money.ts';
import { fullName } from '#domain/base/names.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { enterLink } from '#server/db/enter-link.ts';
import { mine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { Download, HandlerInput, HandlerOutput } from '#wire/route.ts';
import { type Company, getCompany } from './get-company.ts';
import { companyLatLng } from './present.ts';
import type * as contract from './profile-contract.ts';

/**
 * Returns a company's public profile: for anyone by its link, and for its own members by id. The id of another company
 * is rejected for signed-in users.
 */
export async function showProfile(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.getProfile>,
): Promise<HandlerOutput<typeof contract.getProfile>> {
  const of = await readerOf(ctx, input.id);
  const company = await getCompany(of);
  const { settings } = company;
  return {
    request_id: company.request_id,
    public_slug: company.public_slug,
    names: { company_name: company.company_name, owner_name: await ownerName(of) },
    logos: { logo: pictureUrl(company, 'logo'), header_logo: pictureUrl(company, 'header_logo') },
    signature: pictureUrl(company, 'signature'),
    address: addressLine(company),
    street: company.address,
    city: company.city,
    state: company.state,
    zip_code: company.zip_code,
    country_code: company.country_code,
    address_lat_long: companyLatLng(company),
    company_phone: company.company_phone,
    company_email: company.company_email,
    website: company.website,
    social_links: { ...settings.social_links },
    video_url: settings.video_url,
    service_area: settings.service_area,
    service_radius: settings.service_radius,
    about_company: settings.about_company,
    booking: {
      request: `/appointment-request/${company.request_id}`,
      schedule: settings.enable_online_scheduling ? `/schedule/${company.request_id}` : null,
    },
    sample_reports: settings.sample_reports ? await samplesPath(of, company) : null,
    services: await services(of, settings.show_client_pricing_details),
    currency: company.currency,
    currencySymbol: currencySymbol(company.currency),
    date_format: company.date_format,
    timezone: company.timezone,
  };
}

const anHour = 3600;

/** Returns a picture of the public profile; throws NOT_FOUND if it has none. */
export async function showPublicPicture(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.getPublicPicture>,
): Promise<Download> {
  const row = await ctx.read(async (r) => {
    const fileId = (await getCompany(r))[`${input.name}_file_id`];
    if (fileId === null) return undefined;
    return mine(r, 'stored_files')
      .where('id', '=', fileId)
      .select(['storage_key', 'name', 'type', 'sha256'])
      .executeTakeFirst();
  });
  const file = row ? await ctx.files.get(row.storage_key) : null;
  if (!row || !file) throw notFound();
  return {
    filename: row.name,
    type: row.type,
    body: file.stream,
    bytes: file.size,
    inline: true,
    etag: row.sha256,
    maxAgeSeconds: anHour,
  };
}

async function readerOf(ctx: ReadCtx, id: string): Promise<ReadCtx> {
  if (ctx.link || id === ctx.subscriberId) return ctx;
  if (/^[\da-f]{8}-[\da-f-]{27}$/.test(id)) {
    throw new AppError('FORBIDDEN', 'You don’t have permission to do this');
  }
  const entered = await enterLink(ctx, id, 'company');
  if (!entered) throw notFound();
  return entered;
}

async function ownerName(ctx: ReadCtx): Promise<string> {
  const row = await mine(ctx, 'users')
    .where('user_type', '=', 1)
    .select(['first_name', 'last_name'])
    .executeTakeFirst();
  return row ? fullName(row) : '';
}

async function services(ctx: ReadCtx, withPrices: boolean) {
  const rows = await mine(ctx, 'services')
    .where('status', '=', 1)
    .where('is_public', '=', true)
    .where('deleted_at', 'is', null)
    .select(['name', 'description', 'base_cost_cents'])
    .orderBy('position')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    name: row.name,
    description: row.description,
    price: withPrices ? fromCents(asCents(row.base_cost_cents)) : null,
  }));
}

async function samplesPath(ctx: ReadCtx, { request_id }: Company): Promise<string | null> {
  const sample = await mine(ctx, 'sample_reports')
    .where('visible', '=', true)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return sample ? `/sample-reports/${request_id}` : null;
}

/** The path of a picture of the public profile, or null if the company has none. */
export function pictureUrl(company: Company, name: 'logo' | 'header_logo' | 'signature'): string | null {
  const fileId = company[`${name}_file_id`];
  return fileId && `/api/v2/public/companies/${company.request_id}/pictures/${name}?v=${fileId.slice(-8)}`;
}

function addressLine(row: Company): string {
  const place = [row.state, row.zip_code].filter(Boolean).join(' ');
  return [row.address, row.city, place].filter(Boolean).join(', ');
}
