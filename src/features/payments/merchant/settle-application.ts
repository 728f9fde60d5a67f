import { addMinutes } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import type { ApplicationRecord, ApplicationResult } from '#server/outside/pay/kit/merchant-onboarding.ts';
import { scheduleApplicationCheck } from '../scheduled-checks.ts';
import { linkEncryptionContext, lockApplication, updateApplication } from './applications.ts';

/**
 * Records the result of submitting an application. A rejection turns it back into a draft with its content; a lost
 * answer leaves it unknown, to be looked up. What a lookup has settled since stays.
 */
export async function recordSubmissionResult(
  ctx: WriteCtx,
  id: string,
  sent: ApplicationResult,
  isRepeat: boolean,
): Promise<void> {
  const row = await lockApplication(ctx);
  if (row?.id !== id || (row.state !== 'submitting' && row.state !== 'unknown')) return;
  if (sent.state === 'submitted') return markArrived(ctx, id, { link: sent.link, decision: 'open' });
  // An earlier submission may have arrived, so the result of this one alone proves nothing.
  const isUnclear = sent.state === 'unknown' || (isRepeat && sent.state !== 'refused');
  const text = sent.state === 'refused' ? sent.text || 'refused' : '';
  await updateApplication(ctx, row, { state: isUnclear ? 'unknown' : 'draft', problem: text });
  if (isUnclear) await checkSoon(ctx, id, 1);
}

/** Records that Fortis has the application, with its decision or the link to continue, which may have changed. */
export async function markArrived(ctx: WriteCtx, id: string, found: ApplicationRecord): Promise<void> {
  const row = await lockApplication(ctx);
  if (row?.id !== id || row.state === 'draft' || row.state === 'approved') return;
  const isNew = row.state !== 'submitted';
  const about = linkEncryptionContext(row);
  const known = row.locked_link === null ? null : ctx.installation.decrypt(row.locked_link, about);
  const isOther = found.link !== null && found.link !== known;
  const locked_link = isOther ? ctx.installation.encrypt(found.link ?? '', about) : row.locked_link;
  const state = found.decision === 'open' ? 'submitted' : found.decision;
  if (!isNew && state === 'submitted')
    return isOther ? updateApplication(ctx, row, { locked_link, opened_at: null }) : undefined;
  await updateApplication(ctx, row, {
    state,
    locked_link,
    problem: '',
    checks: 0,
    ...(isNew ? { submitted_at: ctx.now } : {}),
    ...(state === 'submitted' ? {} : { decided_at: ctx.now }),
  });
  await ctx.audit({
    action: `merchant-application-${state}`,
    entity: 'merchant_application',
    entity_id: id,
    before: { state: row.state },
    after: { state, client_app_id: row.client_app_id, mode: row.mode },
  });
  if (state === 'submitted') await checkSoon(ctx, id, 24 * 60);
}

/** Turns an application that Fortis does not know back into a draft, to be sent again. */
export async function markNeverArrived(ctx: WriteCtx, id: string): Promise<void> {
  const row = await lockApplication(ctx);
  if (row?.id !== id || (row.state !== 'submitting' && row.state !== 'unknown')) return;
  await updateApplication(ctx, row, { state: 'draft', problem: 'not_arrived', checks: 0 });
}

/** Records another check without a result; after a long time the application needs manual review. */
export async function markStillUnknown(ctx: WriteCtx, id: string, isLong: boolean): Promise<void> {
  const row = await lockApplication(ctx);
  if (row?.id !== id || (row.state !== 'submitting' && row.state !== 'unknown')) return;
  const problem = isLong ? 'never_known' : row.problem;
  if (row.state !== 'unknown' || row.problem !== problem)
    await updateApplication(ctx, row, { state: 'unknown', problem });
}

async function checkSoon(ctx: WriteCtx, id: string, minutes: number): Promise<void> {
  await scheduleApplicationCheck(ctx, id, addMinutes(ctx.now, minutes));
}
