import { fromCents } from '#domain/base/money.ts';
import { localDate } from '#domain/base/time.ts';
import { measuringId } from '#domain/booking/analytics.ts';
import { priceFacts } from '#domain/booking/booking-form.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { pictureUrl } from '#features/company/show-profile.ts';
import { type LoadedService, loadServices } from '#features/services/load-services.ts';
import { getPlanLimit } from '#features/subscription/plan-limits.ts';
import type { ReadCtx } from '#server/context.ts';
import type { BookingPage, OfferedService } from './contract.ts';
import { isSchedulingOn } from './require-scheduling.ts';
import * as store from './store.ts';

/** Returns what the booking pages of the company show before anything is entered. */
export async function showBookingPage(ctx: ReadCtx): Promise<BookingPage> {
  const company = await getCompany(ctx);
  const { settings } = company;
  const services = (await loadServices(ctx, { status: 1 })).filter((service) => service.is_public);
  return {
    request_id: company.request_id,
    company: {
      name: company.company_name,
      logo: pictureUrl(company, 'header_logo') ?? pictureUrl(company, 'logo'),
      phone: company.company_phone,
      email: company.company_email,
      country_code: company.country_code,
      timezone: company.timezone,
      currency: company.currency,
      date_format: company.date_format,
    },
    analytics_id: measuringId(settings.google_analytics_number),
    visitor_check: widgetOf(ctx),
    is_scheduling_on: isSchedulingOn(company, await getPlanLimit(ctx)),
    shows_prices: settings.show_client_pricing_details,
    allows_choice: settings.allow_choice_of_technicians,
    requires_confirmation: settings.require_confirmation,
    has_discounts: await store.hasOnlineDiscounts(ctx),
    services: services.map((service) => offered(service, settings.show_client_pricing_details)),
    facts: priceFacts(services),
    cancellation: cancellationOf(company),
    default_start_time: settings.request_form.start_time,
    note: settings.request_form.note,
    today: localDate(ctx.now, company.timezone),
  };
}

function widgetOf({ installation: { captcha } }: ReadCtx): BookingPage['visitor_check'] {
  return captcha && { provider: captcha.provider, site_key: captcha.siteKey, script: captcha.script };
}

function offered(service: LoadedService, showsPrices: boolean): OfferedService {
  const { id, name, description, base_cost_cents, add_ons } = service;
  return {
    id,
    name,
    description,
    price: showsPrices ? fromCents(base_cost_cents) : null,
    add_ons: add_ons
      .filter((one) => one.status === 1)
      .map((one) => ({
        id: one.id,
        name: one.name,
        description: one.description,
        price: showsPrices ? fromCents(one.add_fee_cents) : null,
      })),
  };
}

function cancellationOf({ settings }: Company): BookingPage['cancellation'] {
  const { cancellation_hours, cancellation_fee, cancellation_fee_type, trip_fee } = settings;
  const hours = cancellation_fee > 0 ? cancellation_hours : null;
  if (hours === null && trip_fee <= 0) return null;
  return { hours, fee_type: cancellation_fee_type, fee: cancellation_fee, trip: trip_fee };
}
