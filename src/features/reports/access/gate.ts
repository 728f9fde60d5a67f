import type { Instant } from '#domain/base/time.ts';
import { type GateReason, type GateWaiver, requiredGateSteps, viewGate } from '#domain/reports/publishing.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** The facts of an appointment that its gate depends on. */
export interface GatedAppointment {
  id: string;
  require_payment: boolean;
  paid: boolean;
  agreement_signed: boolean;
}

/** The current state of an appointment's gate. */
export interface Gate {
  require_payment: boolean;
  require_signature: boolean;
  waivers: GateWaiver[];
  /** What locks the public out, in the order of the gate. */
  reasons: GateReason[];
}

/**
 * Computes the gate of an appointment's reports for the public: what its services require, what is waived, what is
 * missing.
 */
export async function gateOf(
  ctx: ReadCtx,
  appointment: GatedAppointment,
  isPublished: boolean,
): Promise<Gate> {
  const rows = await mine(ctx, 'gate_waivers')
    .where('appointment_id', '=', appointment.id)
    .select(['what', 'until', 'revoked_at'])
    .execute();
  const waivers = rows.map((row) => ({
    what: row.what as GateWaiver['what'],
    until: row.until as Instant | null,
    revoked_at: row.revoked_at as Instant | null,
  }));
  const steps = requiredGateSteps(await servicesOf(ctx, appointment.id), appointment.require_payment);
  const { paid, agreement_signed } = appointment;
  const facts = { ...steps, paid, agreement_signed, waivers, isPublished, now: ctx.now };
  return { ...steps, waivers, reasons: viewGate({ viewer: 'public', ...facts }).reasons };
}

function servicesOf(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_services')
    .innerJoin('services', (on) =>
      on
        .onRef('services.subscriber_id', '=', 'appointment_services.subscriber_id')
        .onRef('services.id', '=', 'appointment_services.service_id'),
    )
    .where('appointment_id', '=', appointmentId)
    .select(['report_needs_signature', 'report_needs_payment'])
    .execute();
}
