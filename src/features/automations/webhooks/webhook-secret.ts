import { randomBytes } from 'node:crypto';
import { secretOfKey, secretOverlapHours } from '#domain/automations/webhook-signature.ts';
import { addHours, type Instant } from '#domain/base/time.ts';
import { webhookSecretKey } from '#domain/payments/gateways.ts';
import { readSecrets } from '#features/company/read-secrets.ts';
import { saveSecret } from '#features/company/secrets.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

const previousKey = 'webhook_secret.previous';

interface Previous {
  secret: string;
  until: Instant;
}

/** The secrets that sign now: the company's own and, for a day after a rotation, the one before it. */
interface WebhookSecrets {
  current: string | null;
  previous: Previous | null;
}

/** Returns the secrets of the company. They must not appear in a response, log or audit row. */
async function readWebhookSecrets(ctx: ReadCtx | WriteCtx): Promise<WebhookSecrets> {
  const stored = await readSecrets(ctx, [webhookSecretKey, previousKey]);
  const previous = JSON.parse(stored.get(previousKey) ?? 'null') as Previous | null;
  return {
    current: stored.get(webhookSecretKey) ?? null,
    previous: previous && previous.until > ctx.now ? previous : null,
  };
}

/** Returns the secrets to sign with, newest first, and creates one if there is none. */
export async function signingSecrets(ctx: WriteCtx): Promise<string[]> {
  const { current, previous } = await readWebhookSecrets(ctx);
  const own = current ?? newSecret();
  if (current === null) await saveSecret(ctx, webhookSecretKey, own);
  return previous ? [own, previous.secret] : [own];
}

/** Replaces the secret and returns the new one, which is not shown again. The old one signs as well for a day. */
export async function rotateWebhookSecret(
  ctx: WriteCtx,
): Promise<{ secret: string; previous_until: Instant | null }> {
  // Two rotations at once would both keep the same old secret and lose the one between them.
  await mine(ctx, 'companies').select('rev').forUpdate().execute();
  const { current } = await readWebhookSecrets(ctx);
  const secret = newSecret();
  const until = addHours(ctx.now, secretOverlapHours);
  await saveSecret(ctx, webhookSecretKey, secret);
  await saveSecret(ctx, previousKey, current && JSON.stringify({ secret: current, until }));
  await ctx.audit({ action: 'webhook_secret.rotated', entity: 'company', entity_id: ctx.subscriberId });
  ctx.reply.isSecret = true;
  return { secret, previous_until: current === null ? null : until };
}

/** Shows whether there is a secret and how it ends, never the secret. */
export async function showWebhookSecret(ctx: ReadCtx) {
  const { current, previous } = await readWebhookSecrets(ctx);
  return {
    is_set: current !== null,
    last4: current?.slice(-4) ?? null,
    previous_until: previous?.until ?? null,
  };
}

const newSecret = () => secretOfKey(randomBytes(32).toString('base64'));
