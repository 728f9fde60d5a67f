import { zeroCents } from '#domain/base/money.ts';
import { type Instant, type LocalDate, localDate } from '#domain/base/time.ts';
import { type PriceDefaults, withDefaultPrice } from '#domain/pricing/default-price.ts';
import { type DiscountTerms, discountProblem } from '#domain/pricing/discounts.ts';
import { type ManualFee, priceManualFees } from '#domain/pricing/manual-fees.ts';
import { calculateQuote } from '#domain/pricing/pricing.ts';
import type { PricedProperty, PricedService, Quote } from '#domain/pricing/pricing-types.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { findUnknownReferences, type Reference } from '#server/db/find-unknown-references.ts';
import { loadDiscount, maxUsesByClient } from './discounts.ts';
import { type LoadedService, loadServices } from './load-services.ts';
import type { ServiceChoice } from './service-choices.ts';

/** What to price. */
export interface PriceRequest {
  company: Company;
  chosen: readonly ServiceChoice[];
  property: PricedProperty;
  /** When the appointment takes place, if known. */
  at: Instant | null;
  discountCode: string | null;
  /** True for a booking that no member makes: only public services, and only codes for online use apply. */
  isPublic?: boolean;
  /** Instead of the company's defaults. */
  defaults?: PriceDefaults | null;
  /** Manually edited lines, which replace the calculated ones. */
  manualFees: readonly ManualFee[] | null;
  clientIds?: readonly string[];
  /** Set for an existing appointment: its id, and its current services and code, which need not be active. */
  existing?: {
    appointmentId: string;
    serviceIds: readonly string[];
    addOnIds: readonly string[];
    discountId: string | null;
  };
}

/** A price with related data. */
export interface PriceResult extends Quote {
  services: { id: string; name: string; add_ons: { id: string; name: string }[] }[];
  templateIds: string[];
  agreementIds: string[];
  /** The company's date, for which discount codes are checked. */
  today: LocalDate;
  discount: DiscountTerms | null;
  discountProblem: string | null;
  /** Services or add-ons that may not be chosen, by path. */
  problems: Record<string, string>;
}

/** Prices chosen services by the rules of domain/pricing.ts, with the current price tables. */
export async function priceServices(ctx: ReadCtx | WriteCtx, request: PriceRequest): Promise<PriceResult> {
  const { existing } = request;
  const loaded = await loadServices(ctx, { ids: request.chosen.map((c) => c.id), withDeleted: true });
  const terms = request.discountCode ? await loadDiscount(ctx, request.discountCode) : null;
  const isOn = terms !== null && terms.id === existing?.discountId;
  const usesOfClient =
    terms && !isOn
      ? await maxUsesByClient(ctx, terms.id, request.clientIds ?? [], existing?.appointmentId ?? null)
      : 0;
  const priced = priceLoadedServices(request, { loaded, terms, usesOfClient, now: ctx.now });
  const unknown = await findUnknownReferences(ctx, (request.manualFees ?? []).flatMap(referencesOf));
  return { ...priced, problems: { ...priced.problems, ...unknown } };
}

/** The records that a manually edited line names; they are stored with it. */
function referencesOf(fee: ManualFee, i: number): Reference[] {
  const to = (kind: Reference['kind'], field: keyof ManualFee, id: string | null | undefined) =>
    id ? [{ kind, id, path: `fees.${i}.${field}` }] : [];
  return [
    ...to('service', 'serviceId', fee.serviceId),
    ...to('addOn', 'addOnId', fee.addOnId),
    ...to('discountCode', 'discountCodeId', fee.discountCodeId),
  ];
}

/** The data a price is calculated from. */
interface PriceFacts {
  loaded: readonly LoadedService[];
  /** Null: no code was sent, or it does not exist. */
  terms: DiscountTerms | null;
  usesOfClient: number;
  now: Instant;
}

/** Calculates the price from rows that are already loaded. */
export function priceLoadedServices(
  request: PriceRequest,
  { loaded, terms, usesOfClient, now }: PriceFacts,
): PriceResult {
  const { company, existing, defaults } = request;
  const { picked, problems } = pick(request, loaded);
  const listed = {
    services: picked.map((p) => p.priced),
    property: request.property,
    date: request.at === null ? null : localDate(request.at, company.timezone),
    today: localDate(now, company.timezone),
    currency: company.currency,
    default_duration_minutes:
      defaults?.duration_minutes ?? Math.round(company.settings.default_duration * 60),
  };
  const common = { ...listed, services: withDefaultPrice(listed, defaults?.price_cents ?? zeroCents) };
  const plain = calculateQuote(common);
  let refusal: string | null = null;
  // A code that the appointment already has stays, even if it has expired or is used up.
  if (request.discountCode && !(terms && terms.id === existing?.discountId)) {
    refusal = discountProblem(terms, {
      lines: plain.lines,
      subtotal_cents: plain.totals.subtotal_cents,
      today: common.today as LocalDate,
      usesOfClient,
      isPublic: request.isPublic ?? false,
    });
  }
  const discount = refusal === null ? terms : null;
  const calculated = discount ? calculateQuote({ ...common, discount }) : plain;
  return {
    ...(request.manualFees ? { ...byHand(request, loaded, common), notes: [] } : calculated),
    services: picked.map(({ priced }) => ({
      id: priced.id,
      name: priced.name,
      add_ons: priced.add_ons.map(({ id, name }) => ({ id, name })),
    })),
    templateIds: unique(picked.flatMap((p) => p.templateIds)),
    agreementIds: unique(picked.flatMap((p) => p.agreementIds)),
    today: common.today,
    discount,
    discountProblem: refusal,
    problems,
  };
}

function byHand(
  request: PriceRequest,
  loaded: readonly LoadedService[],
  common: { currency: number; default_duration_minutes: number },
) {
  return priceManualFees({
    fees: request.manualFees ?? [],
    taxesOf: (id) => loaded.find((s) => s.id === id)?.taxes ?? [],
    currency: common.currency,
    default_duration_minutes: common.default_duration_minutes,
  });
}

interface Picked {
  priced: PricedService;
  templateIds: string[];
  agreementIds: string[];
}

/** Returns the chosen services with only the chosen add-ons. */
function pick(
  request: PriceRequest,
  loaded: readonly LoadedService[],
): { picked: Picked[]; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const seen = new Set<string>();
  const picked = request.chosen.flatMap((choice, i): Picked[] => {
    const service = loaded.find((s) => s.id === choice.id);
    const isExisting = request.existing?.serviceIds.includes(choice.id) ?? false;
    const isForCaller = request.isPublic !== true || service?.is_public === true;
    if (!service || !isForCaller || !(isOffered(service) || isExisting)) {
      problems[`services.${i}.id`] = 'This service is not available';
      return [];
    }
    if (seen.has(service.id)) return [];
    seen.add(service.id);
    const wanted = unique(choice.addOnIds);
    const addOns = wanted.flatMap((id) => {
      const addOn = service.add_ons.find((a) => a.id === id);
      if (addOn && (isOffered(addOn) || request.existing?.addOnIds.includes(id))) return [addOn];
      problems[`services.${i}.add_ons`] = 'This add-on is not available';
      return [];
    });
    return [
      {
        priced: { ...service, add_ons: addOns },
        templateIds: [...service.template_ids, ...addOns.flatMap((a) => a.template_ids)],
        agreementIds: [...service.agreement_ids, ...addOns.flatMap((a) => a.agreement_ids)],
      },
    ];
  });
  return { picked, problems };
}

/** Returns whether it can be chosen. Inactive and deleted ones stay only where they are already used. */
function isOffered(one: { status: number; deleted_at: string | null }): boolean {
  return one.status === 1 && one.deleted_at === null;
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
