import {
  credentialKey,
  gatewayCredentials,
  isOnlinePaymentType,
  requiredCredentials,
} from '#domain/payments/gateways.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { type Creds, modeProblems } from '#server/outside/pay/kit/credentials.ts';
import type { GatewayMode, GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { getCompany } from './get-company.ts';
import { readSecrets } from './read-secrets.ts';

type Ctx = ReadCtx | WriteCtx;

/** What is known of a company's connection to a gateway; nothing of it is secret but `extra`. */
export interface GatewayConnection {
  status: 'ok' | 'refused' | 'needs_attention';
  fingerprint: string;
  account: string;
  /** As the gateway names the account, the same for all its keys; empty: not told. */
  account_id: string;
  error_code: string;
  error_message: string;
  webhook_url: string;
  checked_at: string;
  /** What registering and checking gave: webhook secrets and found keys. */
  extra: Record<string, string>;
}

/** How the company's gateway is used now: for real, or to try things out. */
export async function gatewayMode(ctx: Ctx): Promise<GatewayMode> {
  const { settings } = await getCompany(ctx);
  return settings.gateway_sandbox ? ctx.installation.sandboxMode : 'live';
}

/**
 * The keys of one of the company's gateways as its client takes them, or null while a needed one is missing. `mode` is that
 * of the payment they are for, else the present one; keys that were changed for another mode since are gone for its payments.
 * They must not reach an answer, a log or an audit row.
 */
export async function gatewayCreds(ctx: Ctx, type: GatewayType, mode?: GatewayMode): Promise<Creds | null> {
  const keys: Record<string, string> = {};
  const secrets = await readSecrets(
    ctx,
    gatewayCredentials[type].map((name) => credentialKey(type, name)),
  );
  for (const name of gatewayCredentials[type]) {
    const secret = secrets.get(credentialKey(type, name));
    if (secret !== undefined) keys[name] = secret;
  }
  if (requiredCredentials(type).some((name) => !keys[name])) return null;
  const present = await gatewayMode(ctx);
  const used = mode ?? present;
  const known = await getGatewayConnection(ctx, type);
  const connection = fingerprintOf(ctx, type, used, keys);
  const creds = { ...known?.extra, ...keys, type, mode: used, connection } as unknown as Creds;
  if (used === present) return creds;
  // No account is of two modes: keys that the gateway takes in the present one are not those the payment was made with.
  const isOfPresent =
    known?.fingerprint === fingerprintOf(ctx, type, present, keys) && isConnectionUsable(known);
  return isOfPresent || Object.keys(modeProblems(creds)).length > 0 ? null : creds;
}

/** The account that these keys were found to be for; empty while that is not known. */
export function getVerifiedAccount(
  known: GatewayConnection | null,
  creds: Pick<Creds, 'connection'> | null,
): string {
  return creds !== null && known?.fingerprint === creds.connection ? known.account_id : '';
}

/** Is anything known that speaks against taking money with this connection? */
export function isConnectionUsable(connection: Pick<GatewayConnection, 'status'> | null): boolean {
  return connection?.status === 'ok' || connection?.status === 'needs_attention';
}

/** The gateway that the company takes money with online now, with its keys; null without one. */
export async function currentGatewayCreds(ctx: Ctx): Promise<Creds | null> {
  const { settings } = await getCompany(ctx);
  const { payment_type } = settings;
  return isOnlinePaymentType(payment_type) ? gatewayCreds(ctx, payment_type) : null;
}

/** What is known of a gateway's connection; null before its keys were checked. */
export async function getGatewayConnection(ctx: Ctx, type: GatewayType): Promise<GatewayConnection | null> {
  const row = await mine(ctx, 'gateway_connections')
    .where('payment_type', '=', type)
    .selectAll()
    .executeTakeFirst();
  if (!row) return null;
  const extra = row.locked_extra ? ctx.installation.decrypt(row.locked_extra, aboutExtra(ctx, type)) : '{}';
  const { status, fingerprint, account, account_id, error_code, error_message, webhook_url, checked_at } =
    row;
  return {
    status: status as GatewayConnection['status'],
    fingerprint,
    account,
    account_id,
    error_code,
    error_message,
    webhook_url,
    checked_at,
    extra: JSON.parse(extra) as Record<string, string>,
  };
}

/** Keeps what checking and registering told. */
export async function saveGatewayConnection(
  ctx: WriteCtx,
  type: GatewayType,
  connection: Omit<GatewayConnection, 'checked_at'> & { currencies: readonly string[] },
): Promise<void> {
  const { extra, currencies, ...columns } = connection;
  const locked_extra = ctx.installation.encrypt(JSON.stringify(extra), aboutExtra(ctx, type));
  const values = {
    ...columns,
    currencies: currencies.join(','),
    locked_extra,
    checked_at: ctx.now,
    updated_at: ctx.now,
  };
  await ctx.db
    .insertInto('gateway_connections')
    .values({ subscriber_id: ctx.subscriberId, payment_type: type, ...values })
    .onConflict((oc) => oc.columns(['subscriber_id', 'payment_type']).doUpdateSet(values))
    .execute();
}

/** Notes that a gateway did not answer when it was asked about keys it knows: nothing else is known anew. */
export async function markGatewayUnreachable(
  ctx: WriteCtx,
  type: GatewayType,
  problem: { code: string; message: string },
): Promise<void> {
  await ctx.db
    .updateTable('gateway_connections')
    .set({ error_code: problem.code, error_message: problem.message, updated_at: ctx.now })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('payment_type', '=', type)
    .execute();
}

/** Notes that a gateway no longer takes the keys. Gives whether that is news. */
export async function markGatewayRejected(
  ctx: WriteCtx,
  type: GatewayType,
  problem: { code: string; message: string },
): Promise<boolean> {
  const done = await ctx.db
    .updateTable('gateway_connections')
    .set({
      status: 'needs_attention',
      error_code: problem.code,
      error_message: problem.message,
      updated_at: ctx.now,
    })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('payment_type', '=', type)
    .where('status', '=', 'ok')
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return false;
  await ctx.audit({
    action: 'gateway.needs_attention',
    entity: 'gateway',
    entity_id: null,
    after: { payment_type: type, code: problem.code },
  });
  return true;
}

// Names keys in circuits and token caches: it changes whenever they do, and tells nothing of them.
function fingerprintOf(ctx: Ctx, type: number, mode: string, keys: Record<string, string>): string {
  const sorted = Object.entries(keys).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return ctx.installation
    .sign('gateway-keys', JSON.stringify([ctx.subscriberId, type, mode, sorted]))
    .slice(0, 24);
}

function aboutExtra(ctx: Ctx, type: number): string {
  return `${ctx.subscriberId} gateway ${type}`;
}
