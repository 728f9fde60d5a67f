import { currencySymbol } from '#domain/base/money.ts';
import { localDate } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import type { CancellationPolicy } from '#domain/scheduling/cancellation.ts';
import { suggestedOrderId } from '#domain/scheduling/order-id.ts';
import {
  latestAppointments,
  type SuggestedService,
  suggestedService,
} from '#domain/scheduling/suggested-service.ts';
import { getCompany } from '#features/company/get-company.ts';
import { contactOptions, technicianOptions } from '#features/people/people-options.ts';
import { getAppointmentSelection } from '#features/services/appointment-selection.ts';
import { discountOptions, serviceOptions } from '#features/services/service-options.ts';
import { getPlanLimit } from '#features/subscription/plan-limits.ts';
import type { ReadCtx } from '#server/context.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as booking from '../booking-contract.ts';
import * as store from './booking-read-store.ts';

type Defaults = HandlerOutput<typeof booking.getDefaults>;

/** Returns everything the New Appointment dialog starts with, also when it edits an appointment. */
export async function getDefaults(
  ctx: ReadCtx,
  { appointment_id }: HandlerInput<typeof booking.getDefaults>,
): Promise<Defaults> {
  const selection = appointment_id ? await getAppointmentSelection(ctx, appointment_id) : undefined;
  const company = await getCompany(ctx);
  const { settings } = company;
  const offered = await serviceOptions(ctx, selection);
  return {
    orderId: await freeOrderId(ctx, company.order_prefix, company.next_order_number),
    serviceOptions: offered,
    discountOptions: await discountOptions(ctx, localDate(ctx.now, company.timezone)),
    agreementOptions: (await store.activeOptions(ctx, 'agreement_templates')).map((option) => ({
      ...option,
      is_default: option.value === settings.default_agreement_id,
    })),
    templateOptions: await store.activeOptions(ctx, 'templates'),
    agentOptions: await contactOptions(ctx, 'agent'),
    clientOptions: await contactOptions(ctx, 'client'),
    contractorOptions: await contactOptions(ctx, 'contractor'),
    inspectorOptions: await technicianOptions(ctx),
    actionGroups: await store.actionGroupOptions(ctx),
    isLimitReached: (await getPlanLimit(ctx)).isReached,
    timezone: company.timezone,
    currency: company.currency,
    currencySymbol: currencySymbol(company.currency),
    date_format: company.date_format,
    country_code: company.country_code,
    default_start_time: settings.default_start_time,
    default_duration: settings.default_duration,
    default_price: settings.default_price,
    default_agreement: settings.default_agreement_id,
    // An existing appointment has its services.
    suggested_service: selection
      ? null
      : await suggestionOf(
          ctx,
          offered.map(({ id }) => id),
        ),
    default_confirm: settings.default_confirm,
    require_payment_default: settings.require_payment_default,
    cancellation: cancellationOf(settings),
    service_radius: settings.service_radius,
    coordinates: company.lat === null || company.lng === null ? null : { lat: company.lat, lng: company.lng },
    road_aware_slots: settings.road_aware_slots,
  };
}

/** Returns the company's policy, or null if canceling is free. */
function cancellationOf(settings: CancellationPolicy): Defaults['cancellation'] {
  const { cancellation_fee_type: fee_type, cancellation_fee: fee, trip_fee: trip } = settings;
  const hours = fee > 0 ? settings.cancellation_hours : null;
  return hours === null && trip <= 0 ? null : { hours, fee_type, fee, trip };
}

/** Returns the dialog defaults of the signed-in user; technicians are preselected for themselves. */
export async function getUserSettings(ctx: ReadCtx): Promise<HandlerOutput<typeof booking.getUserSettings>> {
  const actor = ctx.requireUser();
  const technicians = await technicianOptions(ctx);
  const isOne = technicians.some((t) => t.id === actor.userId);
  const isAlone = technicians.length === 1;
  return {
    default_technicians: (actor.userType === 2 && isOne) || (isAlone && isOne) ? [actor.userId] : [],
    can_schedule_new: allows(actor, 'can_schedule_new'),
    can_edit_schedule: actor.flags.can_edit_schedule,
    see_prices: allows(actor, 'see_prices'),
    may_overrule: allows(actor, 'edit_appointment'),
  };
}

/** Returns the counter's next id, skipping ids that were already typed manually. */
async function freeOrderId(ctx: ReadCtx, prefix: string, next: number): Promise<string> {
  for (let number = next; ; number++) {
    const orderId = suggestedOrderId(prefix, number);
    if (!(await store.isOrderIdTaken(ctx, orderId))) return orderId;
  }
}

async function suggestionOf(ctx: ReadCtx, offered: readonly string[]): Promise<SuggestedService | null> {
  const isChoice = offered.length > 1;
  return suggestedService(
    offered,
    isChoice ? await store.latestServiceUses(ctx, latestAppointments) : noUses,
  );
}

const noUses = { total: 0, uses: [] };
