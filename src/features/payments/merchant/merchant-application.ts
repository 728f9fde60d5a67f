import { firstCheckAt } from '#domain/connections/lost-answers.ts';
import { checkApplication, type MerchantForm } from '#domain/payments/merchant-application.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import type { GatewayMode } from '#server/outside/pay/kit/gateway-type.ts';
import type { ApplicationResult } from '#server/outside/pay/kit/merchant-onboarding.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../merchant-contract.ts';
import { scheduleApplicationCheck } from '../scheduled-checks.ts';
import {
  type ApplicationRow,
  currentApplication,
  isAbandonable,
  lockApplication,
  startApplication,
  updateApplication,
} from './applications.ts';
import { isBeingSent, keepFollowing, pollApplication } from './follow-application.job.ts';
import { getMerchantState } from './present-application.ts';
import { recordSubmissionResult } from './settle-application.ts';

type Input = HandlerInput<typeof contract.saveMerchantApplication>;

/** Returns the company's application, or the form to start one. */
export function showApplication(ctx: ReadCtx): Promise<contract.MerchantState> {
  return getMerchantState(ctx);
}

/** Saves the form as a draft, complete or not. Throws CONFLICT once the application is sent. */
export async function saveApplication(ctx: WriteCtx, input: Input): Promise<contract.MerchantState> {
  const { rev, ...form } = input;
  await saveDraft(ctx, form, rev);
  return getMerchantState(ctx);
}

/**
 * Sends the application to Fortis, once: its id is committed before the request, so that a repeat or a lost answer
 * leads to the same application. A rejection is reported by field, and the draft stays.
 */
export async function submitApplication(ctx: ActionCtx, input: Input): Promise<contract.MerchantState> {
  const mode = ctx.installation.merchantOnboarding;
  if (mode === null) throw notSetUp();
  const claim = await ctx.tx((w) => claimSubmission(w, input, mode));
  if (claim.is === 'wrong') throw badInput(claim.problems);
  if (claim.is === 'ours') {
    const sent = await sendOnce(ctx, claim);
    await ctx.tx((w) => recordSubmissionResult(w, claim.row.id, sent, claim.isRepeat));
    refuseUnsent(ctx, sent, claim.isRepeat);
  }
  return ctx.finalTx((w) => getMerchantState(w));
}

/** Asks Fortis for the state of the application. */
export async function checkMerchant(ctx: ActionCtx): Promise<contract.MerchantState> {
  const row = await ctx.read((r) => currentApplication(r));
  if (row) await pollApplication(ctx, row.id);
  return ctx.finalTx(async (w) => {
    // Also reschedules a check whose job was lost.
    if (row) await keepFollowing(w, row.id, 0);
    return getMerchantState(w);
  });
}

/** Records that the user continued at Fortis. */
export async function openApplication(ctx: WriteCtx): Promise<contract.MerchantState> {
  const row = await lockApplication(ctx);
  if (row?.state === 'submitted' && row.opened_at === null)
    await updateApplication(ctx, row, { opened_at: ctx.now });
  return getMerchantState(ctx);
}

/** Withdraws an undecided application, so that another can be started. */
export async function withdrawApplication(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.withdrawMerchantApplication>,
): Promise<contract.MerchantState> {
  const row = await lockApplication(ctx);
  if (!row) return getMerchantState(ctx);
  await requireCurrentRev(ctx, row, input.rev);
  if (!isAbandonable(row, ctx.installation.merchantOnboarding))
    throw new AppError('CONFLICT', 'This application has already been decided');
  if (isBeingSent(row, ctx.now)) throw beingSent();
  await updateApplication(ctx, row, { state: 'withdrawn' });
  await ctx.audit({
    action: 'merchant-application-withdrawn',
    entity: 'merchant_application',
    entity_id: row.id,
    before: { state: row.state },
    after: { state: 'withdrawn' },
  });
  return getMerchantState(ctx);
}

type Claim =
  | { is: 'ours'; row: ApplicationRow; mode: GatewayMode; isRepeat: boolean }
  | { is: 'over' }
  | { is: 'wrong'; problems: Record<string, string> };

async function claimSubmission(w: WriteCtx, input: Input, mode: GatewayMode): Promise<Claim> {
  const { rev, ...form } = input;
  const before = await lockApplication(w);
  if (before?.state === 'submitted' || before?.state === 'approved') return { is: 'over' };
  if (before && isBeingSent(before, w.now)) throw beingSent();
  // An application that may already have arrived is sent again unchanged.
  const isRepeat = before !== undefined && before.state !== 'draft';
  const row = isRepeat ? before : await saveDraft(w, form, rev);
  const { country_code } = await getCompany(w);
  const checked = checkApplication(row.form, { country_code });
  if (Object.keys(checked.problems).length > 0) return { is: 'wrong', problems: checked.problems };
  await updateApplication(w, row, { state: 'submitting', tried_at: w.now, mode, problem: '' });
  // From here on the application is followed up even if this process dies.
  await scheduleApplicationCheck(w, row.id, firstCheckAt(w.now));
  return { is: 'ours', row: { ...row, form: checked.values }, mode, isRepeat };
}

async function saveDraft(w: WriteCtx, form: MerchantForm, rev: number | undefined): Promise<ApplicationRow> {
  const row = await lockApplication(w);
  if (row) {
    if (!isSame(row.form, form)) await requireCurrentRev(w, row, rev);
    if (row.state !== 'draft') throw new AppError('CONFLICT', 'This application has already been submitted');
    await updateApplication(w, row, { form: JSON.stringify(form) });
    return { ...row, form, rev: row.rev + 1 };
  }
  const made = await startApplication(w, form);
  if (made?.state !== 'draft') throw new AppError('CONFLICT', 'This application has already been submitted');
  return { ...made, form };
}

/** Returns whether both forms are equal: a repeat from a second click or tab changes nothing. */
const isSame = (stored: MerchantForm, sent: MerchantForm): boolean =>
  (Object.keys(sent) as (keyof MerchantForm)[]).every((name) => stored[name] === sent[name]);

async function requireCurrentRev(w: WriteCtx, row: ApplicationRow, rev: number | undefined): Promise<void> {
  if (rev === undefined || rev === row.rev) return;
  const current = await getMerchantState(w);
  throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', { current });
}

/** Sends the application. One that may already have arrived is looked up first. */
async function sendOnce(
  ctx: ActionCtx,
  claim: { row: ApplicationRow; mode: GatewayMode; isRepeat: boolean },
): Promise<ApplicationResult> {
  const { row, mode, isRepeat } = claim;
  const { onboarding } = ctx.external.pay;
  if (isRepeat) {
    try {
      const found = await onboarding.find(mode, row.client_app_id);
      if (found?.link) return { state: 'submitted', link: found.link };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // Without a lookup, the id is the safeguard: Fortis rejects a second application with it.
      if (error.code !== 'not_found') return { state: 'unknown', text: error.message };
    }
  }
  return onboarding.submit(mode, row.client_app_id, row.form);
}

function refuseUnsent(ctx: ActionCtx, sent: ApplicationResult, isRepeat: boolean): void {
  if (sent.state === 'refused') {
    const fields = Object.entries(sent.problems).map(([name, text]) => [
      name,
      text ? `Fortis says: ${text}` : 'Fortis doesn’t accept this value',
    ]);
    if (fields.length > 0) throw badInput(Object.fromEntries(fields));
    ctx.log.warn({ detail: sent.detail }, 'Fortis refuses an application for what its form does not ask');
    if (sent.text) throw new AppError('CONFLICT', `Fortis didn’t accept the application: ${sent.text}`);
    throw new AppError(
      'CONFLICT',
      'Fortis didn’t accept the application for a reason this form doesn’t cover',
    );
  }
  if (sent.state === 'setup') {
    ctx.log.error({ text: sent.text }, 'Fortis does not take the keys of the platform');
    if (!isRepeat) throw new AppError('GATEWAY_ERROR', 'Fortis can’t be reached right now');
  }
  if (sent.state === 'not_sent' && !isRepeat)
    throw new AppError('GATEWAY_ERROR', 'Fortis isn’t responding. Nothing was submitted. Try again later.');
}

function beingSent(): AppError {
  return new AppError('CONFLICT', 'This application is being submitted. Try again in a moment.');
}

function notSetUp(): AppError {
  return new AppError('CONFLICT', 'Merchant account applications aren’t available on this platform');
}
