import { AppError } from '#wire/errors.ts';
import type { ActionCtx, ReplyHints, WriteCtx } from '../context.ts';
import { deleteMine, mine, updateMine } from '../db/scope.ts';
import { sha256Hex } from '../ids.ts';
import { keyedHash } from '../tokens.ts';

/** A POST request that may be sent again: its caller, key and exact input. */
export interface IdempotentRequest {
  caller: string;
  key: string;
  route: string;
  bodyHash: string;
}

/**
 * Hashes a body: its JSON; files of a form count with their name and bytes. Keyed with the installation's secret,
 * because bodies contain passwords: a reader of the table must not be able to test guesses against the hashes.
 */
export async function hashBody(input: unknown, secret: string): Promise<string> {
  const named = Object.entries((input ?? {}) as Record<string, unknown>);
  const parts = await Promise.all(named.map(async ([name, value]) => [name, await fingerprint(value)]));
  return keyedHash(secret, 'body-of-a-repeat', JSON.stringify(parts));
}

async function fingerprint(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(fingerprint));
  if (!(value instanceof File)) return value;
  return { name: value.name, sha256: sha256Hex(new Uint8Array(await value.arrayBuffer())) };
}

/**
 * Runs `work` once per key. A retry gets the first response, a retry with another body is CONFLICT, and the second of
 * two concurrent requests waits for the first (its insert waits for the other transaction). A failed first request
 * leaves nothing behind and can be retried.
 */
export async function runIdempotent(
  ctx: WriteCtx,
  call: IdempotentRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { caller, key, route, bodyHash } = call;
  const claimed = await ctx.db
    .insertInto('idempotency_keys')
    .values({ subscriber_id: ctx.subscriberId, caller, key, route, body_hash: bodyHash, created_at: ctx.now })
    .onConflict((oc) => oc.columns(['subscriber_id', 'caller', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimed) {
    const first = await rowOf(ctx, call).select(['route', 'body_hash', 'answer']).executeTakeFirst();
    if (!first || first.route !== route || first.body_hash !== bodyHash) throw keyReused(call, first);
    return (first.answer as { data: unknown } | null)?.data ?? null;
  }
  const answer = await work();
  await storeOrRelease(ctx, ctx, call, answer);
  return answer;
}

/**
 * Stores the response and returns whether the claim was still ours. A response that opens a session or contains a token
 * is never stored: it would sign in the next caller with this key, or a reader of the table.
 */
function storeOrRelease(
  w: WriteCtx,
  ctx: { reply: ReplyHints },
  call: IdempotentRequest,
  answer: unknown,
): Promise<boolean> {
  const { cookies, isSecret } = ctx.reply;
  return isSecret || cookies.length > 0 ? release(w, call) : store(w, call, answer);
}

/** A caller who changed the request after a lost response learns the result of the first one. */
function keyReused(call: IdempotentRequest, first: { route: string; answer: unknown } | undefined): AppError {
  const answer = first?.route === call.route ? (first.answer as { data: unknown } | null) : null;
  const details = answer === null ? {} : { first_answer: answer.data };
  return new AppError('CONFLICT', 'This Idempotency-Key was already used for another request', details);
}

const claimSeconds = 30;
const pauseMs = 50;

/**
 * Like `runIdempotent`, for actions, whose work spans several transactions: the claim is committed first, a second
 * caller waits for the response of the first, and a claim whose process died can be taken over after half a minute.
 * What the action does in `ctx.finalTx` is committed together with its response.
 */
export async function runIdempotentAction(
  ctx: ActionCtx,
  call: IdempotentRequest,
  work: (ctx: ActionCtx) => Promise<unknown>,
): Promise<unknown> {
  for (let waited = 0; waited < claimSeconds * 1000; waited += pauseMs) {
    const state = await ctx.tx((w) => claim(w, call));
    if (state.kind === 'answered') return state.data;
    if (state.kind === 'claimed') return await finish(ctx, call, work);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw stillProcessing();
}

type Claim = { kind: 'claimed' } | { kind: 'pending' } | { kind: 'answered'; data: unknown };

async function claim(w: WriteCtx, call: IdempotentRequest): Promise<Claim> {
  const staleBefore = new Date(Date.parse(w.now) - claimSeconds * 1000).toISOString();
  const won = await w.db
    .insertInto('idempotency_keys')
    .values({
      subscriber_id: w.subscriberId,
      caller: call.caller,
      key: call.key,
      route: call.route,
      body_hash: call.bodyHash,
      created_at: w.now,
    })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'caller', 'key'])
        .doUpdateSet({ created_at: w.now })
        .where('idempotency_keys.answer', 'is', null)
        .where('idempotency_keys.route', '=', call.route)
        .where('idempotency_keys.body_hash', '=', call.bodyHash)
        .where('idempotency_keys.created_at', '<', staleBefore),
    )
    .returning('key')
    .executeTakeFirst();
  if (won) return { kind: 'claimed' };
  const first = await rowOf(w, call).select(['route', 'body_hash', 'answer']).executeTakeFirst();
  if (first && (first.route !== call.route || first.body_hash !== call.bodyHash))
    throw keyReused(call, first);
  return first?.answer
    ? { kind: 'answered', data: (first.answer as { data: unknown }).data }
    : { kind: 'pending' };
}

async function finish(
  ctx: ActionCtx,
  call: IdempotentRequest,
  work: (ctx: ActionCtx) => Promise<unknown>,
): Promise<unknown> {
  let isStored = false;
  const lastTx: ActionCtx['finalTx'] = async (last) => {
    const result = await ctx.tx(async (w) => {
      const answer = await last(w);
      // If a retry took over because this request was too slow, the work must not be done a second time.
      if (!(await storeOrRelease(w, ctx, call, answer))) throw stillProcessing();
      return answer;
    });
    isStored = true;
    return result;
  };
  try {
    const answer = (await work({ ...ctx, finalTx: lastTx, idempotencyKey: call.key })) ?? null;
    if (!isStored) await ctx.tx((w) => storeOrRelease(w, ctx, call, answer));
    return answer;
  } catch (error) {
    if (!isStored) await ctx.tx((w) => release(w, call));
    throw error;
  }
}

function stillProcessing(): AppError {
  return new AppError('CONFLICT', 'The same request is still being processed');
}

function rowOf(w: WriteCtx, call: IdempotentRequest) {
  return mine(w, 'idempotency_keys').where('caller', '=', call.caller).where('key', '=', call.key);
}

async function store(w: WriteCtx, call: IdempotentRequest, answer: unknown): Promise<boolean> {
  const { numUpdatedRows } = await updateMine(w, 'idempotency_keys')
    .set({ answer: JSON.stringify({ data: answer ?? null }), status: 200 })
    .where('caller', '=', call.caller)
    .where('key', '=', call.key)
    // A claim that was taken over can no longer be completed by its first owner.
    .where('created_at', '=', w.now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function release(w: WriteCtx, call: IdempotentRequest): Promise<boolean> {
  const { numDeletedRows } = await deleteMine(w, 'idempotency_keys')
    .where('caller', '=', call.caller)
    .where('key', '=', call.key)
    .where('created_at', '=', w.now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
