import type { WriteCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../contract.ts';
import { addEvidence } from '../evidence.ts';
import { requireAppointmentEdit } from '../require-appointment-edit.ts';
import * as store from '../store.ts';
import { addAgreementCopies } from './add-agreement-copies.ts';

/** Adds a copy of a template to an existing appointment. */
export async function addAgreement(ctx: WriteCtx, input: HandlerInput<typeof contract.addAgreement>) {
  await requireAppointmentEdit(ctx, input.id);
  const [copy] = await addAgreementCopies(ctx, input.id, [input.template_id], { isLater: true });
  if (!copy) throw notFound();
  await ctx.audit({
    action: 'agreement-added',
    entity: 'agreement',
    entity_id: copy.id,
    after: { name: copy.name },
  });
  return { id: copy.id, agreementId: copy.id, public_id: copy.public_id };
}

/** Removes an agreement without signatures. Its link and its place in every list are gone; its evidence trail stays. */
export async function removeAgreement(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.removeAgreement>,
): Promise<null> {
  await requireAppointmentEdit(ctx, input.id);
  const row = await store.lockInAppointment(ctx, input.id, { id: input.agreementId });
  if (!row) throw notFound();
  const signatures = await store.signaturesOf(ctx, [row.id]);
  if (signatures.length > 0) {
    throw new AppError('CONFLICT', 'A signed agreement can’t be removed. Void it instead.');
  }
  // A concurrent request already removed it: do not emit the event twice.
  if (!(await store.markRemoved(ctx, row.id, row.void_reason))) return null;
  await addEvidence(ctx, row.id, [{ what: 'removed', data: { by: ctx.requireUser().userId } }]);
  await ctx.audit({
    action: 'agreement-removed',
    entity: 'agreement',
    entity_id: row.id,
    before: { name: row.name },
  });
  await ctx.emit({
    type: 'agreement.removed',
    appointment_id: input.id,
    agreement_id: row.id,
    name: row.name,
  });
  return null;
}

/** Declares an agreement void: it binds no one and needs no signature. Doing so twice is not an error. */
export async function voidAgreement(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.voidAgreement>,
): Promise<null> {
  await requireAppointmentEdit(ctx, input.id);
  const row = await store.lockInAppointment(ctx, input.id, { id: input.agreementId });
  if (!row) throw notFound();
  if (!(await store.markVoid(ctx, row.id, input.reason))) return null;
  await addEvidence(ctx, row.id, [
    { what: 'voided', data: { by: ctx.requireUser().userId, reason: input.reason } },
  ]);
  await ctx.audit({
    action: 'agreement-voided',
    entity: 'agreement',
    entity_id: row.id,
    after: { reason: input.reason },
  });
  await ctx.emit({
    type: 'agreement.voided',
    appointment_id: input.id,
    agreement_id: row.id,
    reason: input.reason,
  });
  return null;
}

/**
 * Replaces an agreement with a new copy of the currently offered text and voids the old one if it is not void yet.
 * Repeated and concurrent calls return the same copy. Refuses a template that is no longer offered.
 */
export async function reissueAgreement(ctx: WriteCtx, input: HandlerInput<typeof contract.reissueAgreement>) {
  await requireAppointmentEdit(ctx, input.id);
  const row = await store.lockInAppointment(ctx, input.id, { id: input.agreementId });
  if (!row) throw notFound();
  const earlier = await store.replacementOf(ctx, row.id);
  if (earlier) return { id: earlier.id, agreementId: earlier.id, public_id: earlier.public_id };
  if (!row.template_id || !(await store.offeredVersions(ctx, [row.template_id])).has(row.template_id)) {
    throw new AppError('CONFLICT', 'This agreement is no longer active. Add another one instead.');
  }
  await voidAgreement(ctx, input);
  const [copy] = await addAgreementCopies(ctx, input.id, [row.template_id], {
    isLater: true,
    replaces: row.id,
  });
  if (!copy) throw notFound();
  await addEvidence(ctx, row.id, [
    { what: 'reissued', data: { by: ctx.requireUser().userId, as: copy.public_id } },
  ]);
  await ctx.audit({
    action: 'agreement-reissued',
    entity: 'agreement',
    entity_id: copy.id,
    after: { name: copy.name, replaces: row.id },
  });
  return { id: copy.id, agreementId: copy.id, public_id: copy.public_id };
}
