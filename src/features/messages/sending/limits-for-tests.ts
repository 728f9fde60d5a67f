import { sweepHeldMessages } from '#app/jobs/sweep-held-messages.ts';
import { type SendingKind, sendingHour } from '#domain/messages/sending-limits.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import type { TestApp } from '#testing/test-app.ts';
import { setLimits } from './sending-store.ts';

/** Sets what a company may send in an hour; the other kinds are as good as unlimited. */
export async function limitSending(
  app: TestApp,
  subscriberId: string,
  limits: Partial<Record<SendingKind, number>>,
): Promise<void> {
  const figures = { email: 99_999, text: 99_999, stranger: 99_999, invitation: 99_999, ...limits };
  await app.writeAs(subscriberId, async (w) => {
    await insertMine(w, 'sending_figures', { ...figures, updated_at: w.now })
      .onConflict((oc) => oc.column('subscriber_id').doUpdateSet(figures))
      .execute();
    await setLimits(w, figures);
  });
}

/** Runs the release of waiting messages as a worker does every minute, and all that follows. */
export async function releaseWaiting(app: TestApp): Promise<void> {
  await sweepHeldMessages(app.runtime);
  await app.runDueJobs();
}

/** What was counted in all hours. */
export async function countedOf(app: TestApp, subscriberId: string): Promise<Record<string, number>> {
  const rows = await app.readAs(subscriberId, (r) =>
    mine(r, 'sending_hours')
      .where('used', '>', 0)
      .groupBy('kind')
      .select((eb) => ['kind', eb.fn.sum<string>('used').as('used')])
      .execute(),
  );
  return Object.fromEntries(rows.map(({ kind, used }) => [kind, Number(used)]));
}

/** Leaves no room in the current hour, not even for what is urgent. */
export async function useUpHour(app: TestApp, subscriberId: string): Promise<void> {
  await app.writeAs(subscriberId, (w) =>
    updateMine(w, 'sending_hours')
      .set({ used: 100_000 })
      .where('starts_at', '=', sendingHour(w.now))
      .execute(),
  );
}
