import {
  credentialKey,
  gatewayCredentials,
  isOnlinePaymentType,
  requiredCredentials,
} from '#domain/payments/gateways.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { type Creds, modeProblems } from '#server/outside/pay/kit/credentials.ts';
import type { GatewayMode, GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { getCompany } from './get-company.ts';
import { readSecrets } from './read-secrets.ts';

type Ctx = ReadCtx | WriteCtx;

/** The state of a company's connection to a gateway; only `extra` is secret. */
export interface GatewayConnection {
  status: 'ok' | 'refused' | 'needs_attention';
  fingerprint: string;
  account: string;
  /** The gateway's id of the account, the same for all its keys; empty if not reported. */
  account_id: string;
  error_code: string;
  error_message: string;
  webhook_url: string;
  checked_at: string;
  /** Values obtained by registering and checking: webhook secrets and additional keys. */
  extra: Record<string, string>;
}

/** The mode in which the company uses its gateway: live, or the installation's sandbox mode. */
export async function gatewayMode(ctx: Ctx): Promise<GatewayMode> {
  const { settings } = await getCompany(ctx);
  return settings.gateway_sandbox ? ctx.installation.sandboxMode : 'live';
}

/**
 * Returns the credentials for one of the company's gateways, or null if a required key is missing. `mode` is the mode
 * of the payment they are for, by default the current one; once the keys were replaced by those of another mode,
 * payments of the old mode have no credentials any more. Must not appear in a response, log or audit row.
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
  // An account has one mode only: keys that work in the current mode can't be the ones the payment was made with.
  const isOfPresent =
    known?.fingerprint === fingerprintOf(ctx, type, present, keys) && isConnectionUsable(known);
  return isOfPresent || Object.keys(modeProblems(creds)).length > 0 ? null : creds;
}

/** The account these keys were verified for; empty if unknown. */
export function getVerifiedAccount(
  known: GatewayConnection | null,
  creds: Pick<Creds, 'connection'> | null,
): string {
  return creds !== null && known?.fingerprint === creds.connection ? known.account_id : '';
}

/** True if the connection can be used to take payments. */
export function isConnectionUsable(connection: Pick<GatewayConnection, 'status'> | null): boolean {
  return connection?.status === 'ok' || connection?.status === 'needs_attention';
}

/** Credentials for the gateway the company currently takes online payments with; null without one. */
export async function currentGatewayCreds(ctx: Ctx): Promise<Creds | null> {
  const { settings } = await getCompany(ctx);
  const { payment_type } = settings;
  return isOnlinePaymentType(payment_type) ? gatewayCreds(ctx, payment_type) : null;
}

/** The stored state of a gateway connection; null before its keys were checked. */
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

/** Stores the result of checking and registering. */
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
  await insertMine(ctx, 'gateway_connections', { payment_type: type, ...values })
    .onConflict((oc) => oc.columns(['subscriber_id', 'payment_type']).doUpdateSet(values))
    .execute();
}

/** Records that a gateway did not respond to a check of known keys; leaves the rest of the state unchanged. */
export async function markGatewayUnreachable(
  ctx: WriteCtx,
  type: GatewayType,
  problem: { code: string; message: string },
): Promise<void> {
  await updateMine(ctx, 'gateway_connections')
    .set({ error_code: problem.code, error_message: problem.message, updated_at: ctx.now })
    .where('payment_type', '=', type)
    .execute();
}

/** Records that a gateway no longer accepts the keys. Returns true if this is a change. */
export async function markGatewayRejected(
  ctx: WriteCtx,
  type: GatewayType,
  problem: { code: string; message: string },
): Promise<boolean> {
  const done = await updateMine(ctx, 'gateway_connections')
    .set({
      status: 'needs_attention',
      error_code: problem.code,
      error_message: problem.message,
      updated_at: ctx.now,
    })
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

// Identifies the keys in circuit breakers and token caches: changes with them and reveals nothing about them.
function fingerprintOf(ctx: Ctx, type: number, mode: string, keys: Record<string, string>): string {
  const sorted = Object.entries(keys).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return ctx.installation
    .sign('gateway-keys', JSON.stringify([ctx.subscriberId, type, mode, sorted]))
    .slice(0, 24);
}

function aboutExtra(ctx: Ctx, type: number): string {
  return `${ctx.subscriberId} gateway ${type}`;
}
