import { allows } from '#domain/people/permissions.ts';
import type { ReadCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import { getAgreementText } from '../agreement-text.ts';
import type { AppointmentAgreement } from '../contract.ts';
import { getEvidenceTrail, isTrailIntact } from '../evidence.ts';
import { linkPeople } from '../link-holder.ts';
import { agreementFacts } from '../merge-agreement.ts';
import { presentAgreement, toCompanyTime } from '../present-agreements.ts';
import * as store from '../store.ts';

/**
 * The agreements of an appointment for the company; with their text, which includes the price, if the user may see
 * prices.
 */
export async function listAppointmentAgreements(
  ctx: ReadCtx,
  input: { id: string },
): Promise<AppointmentAgreement[]> {
  const appointment = await store.appointmentFacts(ctx, input.id);
  if (!appointment) throw notFound();
  const rows = await store.listByAppointment(ctx, input.id);
  const signatures = await store.signaturesOf(
    ctx,
    rows.map((row) => row.id),
  );
  const people = await linkPeople(ctx, input.id);
  const facts = await agreementFacts(ctx, input.id);
  const around = {
    ctx,
    offered: await store.offeredVersions(
      ctx,
      rows.flatMap((row) => row.template_id ?? []),
    ),
    deliveries: await store.deliveries(
      ctx,
      input.id,
      people.map((person) => person.person_id),
    ),
    views: await store.firstViews(
      ctx,
      rows.map((row) => row.id),
    ),
    declines: await store.declines(
      ctx,
      rows.map((row) => row.id),
    ),
    team: await store.teamNames(
      ctx,
      signatures.flatMap((signature) => signature.recorded_by ?? []),
    ),
    zone: facts.zone,
    people,
    appointmentPublicId: appointment.public_id,
    seesPrices: allows(ctx.requireUser(), 'see_prices'),
  };
  const presented: AppointmentAgreement[] = [];
  for (const row of rows) {
    const own = signatures.filter((signature) => signature.agreement_id === row.id);
    presented.push(presentAgreement(row, await getAgreementText(ctx, row, facts), own, around));
  }
  return presented;
}

/** The evidence trail of an agreement and whether its hash chain is intact. */
export async function getEvidence(ctx: ReadCtx, input: { id: string; agreementId: string }) {
  const row = await store.findInAppointment(ctx, input.id, { id: input.agreementId });
  if (!row) throw notFound();
  const rows = await getEvidenceTrail(ctx, row.id);
  const { zone } = await agreementFacts(ctx, input.id);
  return {
    is_whole: isTrailIntact(rows),
    rows: rows.map(({ prev_hash: _, at, data, ...rest }) => ({
      ...rest,
      at: toCompanyTime(at, zone),
      data: data as Record<string, unknown>,
    })),
  };
}
