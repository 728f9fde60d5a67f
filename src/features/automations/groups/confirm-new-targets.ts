import { type Action, newAction, recipientGroups } from '#domain/automations/action-types.ts';
import { countNewAddresses } from '#features/messages/count-new-addresses.ts';
import type { WriteCtx } from '#server/context.ts';

type Targets = Pick<Action, 'to_address' | 'cc_address' | 'bcc_address' | 'webhook_url'>;

/**
 * Asks the user to confirm their identity if actions name an address, number or URL that the known ones do not: what they send
 * there leaves the company unseen for as long as they exist. Throws RATE_LIMITED for more new addresses than an hour allows.
 */
export async function confirmNewTargets(
  ctx: WriteCtx,
  actions: readonly Targets[],
  known: readonly Targets[],
): Promise<void> {
  const before = new Set(known.flatMap(targetsOf));
  const added = actions.flatMap(targetsOf).filter((target) => !before.has(target));
  if (added.length === 0) return;
  ctx.requireConfirmedIdentity();
  await countNewAddresses(
    ctx,
    added.filter((target) => /^[^/]*@/.test(target)),
  );
}

/** What no one typed. */
const harmless: readonly string[] = ['', newAction('').webhook_url, ...recipientGroups];

function targetsOf({ to_address, cc_address, bcc_address, webhook_url }: Targets): string[] {
  return [...to_address, ...cc_address, ...bcc_address, webhook_url].filter(
    (target) => !harmless.includes(target),
  );
}
