import { lowTextCredits } from '#domain/messages/text-content.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/** The company's credits; null if it never had any, so it does not use texts. */
export async function textBalance(ctx: ReadCtx | WriteCtx): Promise<number | null> {
  const row = await mine(ctx, 'text_balances').select('credits').executeTakeFirst();
  return row?.credits ?? null;
}

/** Adds credits that were bought or given. */
export async function grantTextCredits(ctx: WriteCtx, credits: number, note: string): Promise<void> {
  await waitForBalance(ctx);
  const row = await insertMine(ctx, 'text_balances', { credits, updated_at: ctx.now })
    .onConflict((oc) =>
      oc.column('subscriber_id').doUpdateSet((eb) => ({
        credits: eb('text_balances.credits', '+', credits),
        updated_at: ctx.now,
      })),
    )
    .returning('credits')
    .executeTakeFirstOrThrow();
  await addEntry(ctx, { kind: 'grant', credits, credits_after: row.credits, note });
}

/** The id of the last purchase or gift; undefined if there was none. */
export async function lastPurchaseOf(ctx: WriteCtx): Promise<string | undefined> {
  const row = await mine(ctx, 'text_credit_entries')
    .where('kind', '=', 'grant')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Reserves the credits of a text. Returns false, and reserves nothing, if there are too few. Administrators hear once per
 * purchase that few are left, and once that a text was not sent.
 */
export async function reserveTextCredits(
  ctx: WriteCtx,
  messageId: string,
  credits: number,
): Promise<boolean> {
  const after = await changeBalance(ctx, -credits);
  if (after === null) {
    await ctx.emit({ type: 'text_credits.low', credits: (await textBalance(ctx)) ?? 0, is_out: true });
    return false;
  }
  await addEntry(ctx, { kind: 'reserve', credits: -credits, credits_after: after, message_id: messageId });
  if (after < lowTextCredits && after + credits >= lowTextCredits)
    await ctx.emit({ type: 'text_credits.low', credits: after, is_out: false });
  return true;
}

/**
 * Corrects the reservation of a text to what the provider counted. What the balance does not cover is not charged. Has no
 * effect the second time.
 */
export async function settleTextCredits(ctx: WriteCtx, messageId: string, counted: number): Promise<void> {
  const balance = await lockedBalance(ctx);
  const { reserved, isClosed } = await entriesOf(ctx, messageId);
  if (reserved === 0 || isClosed) return;
  const covered = Math.min(counted - reserved, balance);
  if (covered === 0) return;
  const after = await changeBalance(ctx, -covered);
  if (after === null) throw new Error('the balance changed while it was locked');
  await addEntry(ctx, { kind: 'settle', credits: -covered, credits_after: after, message_id: messageId });
}

/** Returns the credits of a text that was not delivered, once. */
export async function refundTextCredits(ctx: WriteCtx, messageId: string): Promise<void> {
  await lockedBalance(ctx);
  const { charged, isRefunded } = await entriesOf(ctx, messageId);
  if (charged <= 0 || isRefunded) return;
  const after = await changeBalance(ctx, charged);
  if (after === null) throw new Error('a refund cannot fail');
  await addEntry(ctx, { kind: 'refund', credits: charged, credits_after: after, message_id: messageId });
}

/** Changes of one message's credits are made under the lock of the balance, so that each is made once. */
async function lockedBalance(ctx: WriteCtx): Promise<number> {
  await waitForBalance(ctx);
  const row = await mine(ctx, 'text_balances').select('credits').forUpdate().executeTakeFirst();
  return row?.credits ?? 0;
}

/** All texts of a company meet at its balance: they wait for it without a connection. */
function waitForBalance(ctx: WriteCtx): Promise<void> {
  return lockKey(ctx.db, ctx.subscriberId, 'text balance');
}

async function entriesOf(ctx: WriteCtx, messageId: string) {
  const rows = await mine(ctx, 'text_credit_entries')
    .where('message_id', '=', messageId)
    .select(['kind', 'credits'])
    .execute();
  return {
    reserved: -(rows.find(({ kind }) => kind === 'reserve')?.credits ?? 0),
    charged: -rows.reduce((sum, { credits }) => sum + credits, 0),
    isClosed: rows.some(({ kind }) => kind !== 'reserve'),
    isRefunded: rows.some(({ kind }) => kind === 'refund'),
  };
}

/** Returns the balance after the change, or null if it would be negative: then nothing changes. */
async function changeBalance(ctx: WriteCtx, by: number): Promise<number | null> {
  await waitForBalance(ctx);
  const row = await updateMine(ctx, 'text_balances')
    .set((eb) => ({ credits: eb('credits', '+', by), updated_at: ctx.now }))
    .where((eb) => eb(eb('credits', '+', by), '>=', 0))
    .returning('credits')
    .executeTakeFirst();
  return row?.credits ?? null;
}

interface NewEntry {
  kind: 'grant' | 'reserve' | 'settle' | 'refund';
  credits: number;
  credits_after: number;
  message_id?: string;
  note?: string;
}

async function addEntry(ctx: WriteCtx, entry: NewEntry): Promise<void> {
  await insertMine(ctx, 'text_credit_entries', { ...entry, id: newId(), created_at: ctx.now }).execute();
}
