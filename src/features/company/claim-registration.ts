import { setTimeout as sleep } from 'node:timers/promises';
import { addMinutes } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';

/** A killed process blocks the others no longer than this. Longer than checking and registering may take. */
const leaseMinutes = 2;
const pollMs = 50;
/** How long to wait for a competing registration. */
const patienceMs = 15_000;

/** The exclusive right to register a company's webhook at a gateway. */
export interface RegistrationClaim {
  leaseId: string;
  /** The idempotency key at the gateway: the one of the registration that was interrupted, if any. */
  key: string;
}

/**
 * Claims the registration of the company's webhook, waiting while another process holds it; null if it still does after
 * a quarter of a minute.
 */
export async function claimRegistration(
  ctx: ActionCtx,
  type: GatewayType,
): Promise<RegistrationClaim | null> {
  const startedAt = performance.now();
  for (;;) {
    const waited = performance.now() - startedAt;
    // `ctx.now` is fixed during a call, so elapsed time is measured separately.
    const claim = await ctx.tx((w) => tryClaim(w, type, waited / 60_000));
    if (claim || waited > patienceMs) return claim;
    await sleep(pollMs);
  }
}

async function tryClaim(w: WriteCtx, type: GatewayType, minutes: number): Promise<RegistrationClaim | null> {
  const now = addMinutes(w.now, minutes);
  const lease = { lease_id: newId(), lease_until: addMinutes(now, leaseMinutes) };
  const row = await insertMine(w, 'gateway_registrations', { payment_type: type, key: newId(), ...lease })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'payment_type'])
        .doUpdateSet(lease)
        .where((eb) =>
          eb.or([
            eb('gateway_registrations.lease_until', 'is', null),
            eb('gateway_registrations.lease_until', '<=', now),
          ]),
        ),
    )
    .returning(['key'])
    .executeTakeFirst();
  return row ? { leaseId: lease.lease_id, key: row.key } : null;
}

/**
 * Ends a claim; false if another process holds it by now. The next registration uses a new key if this one is
 * `isFinished`, otherwise the same.
 */
export async function releaseRegistration(
  w: WriteCtx,
  type: GatewayType,
  claim: RegistrationClaim,
  isFinished: boolean,
): Promise<boolean> {
  const released = await updateMine(w, 'gateway_registrations')
    .set({ lease_id: null, lease_until: null, ...(isFinished ? { key: newId() } : {}) })
    .where('payment_type', '=', type)
    .where('lease_id', '=', claim.leaseId)
    .executeTakeFirst();
  return released.numUpdatedRows > 0n;
}
