import type { Instant } from '#domain/base/time.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';

/** How to find out the result of one request to an outside service. */
export interface FollowedRequest<Row, Answer> {
  /** Loads the request; undefined once its result is known. */
  load(ctx: ReadCtx): Promise<Row | undefined>;
  /** Asks the service, by our own key. An expected failure is an answer too. */
  ask(row: Row): Promise<Answer>;
  /** Stores the answer and returns when to check again; null when the result is known. */
  settle(ctx: WriteCtx, answer: Answer): Promise<Instant | null>;
  /** Enqueues the next check. */
  schedule(ctx: WriteCtx, runAt: Instant): Promise<void>;
}

/**
 * Checks a request whose answer may have been lost (`domain/connections/lost-answers.ts`) and returns what the service
 * answered; undefined if there was nothing to ask. Asks outside any transaction. The answer and the next check commit
 * together, so that no unresolved request is left without a check.
 *
 * The request itself is sent by three steps that each survive a kill: store it as being sent and schedule a check at
 * `firstCheckAt`, in one transaction; call; settle. In the job that runs the check:
 *
 *     followRequest(ctx, {
 *       load: (r) => openInvoiceExport(r, id),
 *       ask: (row) => findInQuickBooks(row),
 *       settle: async (w, found) => ((await settleExport(w, id, found)) ? null : nextCheckAt(sentAt, checks + 1, w.now)),
 *       schedule: (w, runAt) => w.enqueue(followExport, { id, checks: checks + 1 }, { key: `export:${id}`, runAt }),
 *     });
 */
export async function followRequest<Row, Answer>(
  ctx: ActionCtx,
  request: FollowedRequest<Row, Answer>,
): Promise<Answer | undefined> {
  const row = await ctx.read((r) => request.load(r));
  if (row === undefined) return undefined;
  const answer = await request.ask(row);
  await ctx.tx(async (w) => {
    const runAt = await request.settle(w, answer);
    if (runAt !== null) await request.schedule(w, runAt);
  });
  return answer;
}
