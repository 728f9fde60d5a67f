import { randomBytes } from 'node:crypto';
import type { Updateable } from 'kysely';
import {
  type ApplicationState,
  type MerchantForm,
  merchantFields,
} from '#domain/payments/merchant-application.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import type { MerchantApplications } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import type { GatewayMode } from '#server/outside/pay/kit/gateway-type.ts';

/** States that block another application; the database allows one of them per company. */
const blockingStates = ['draft', 'submitting', 'unknown', 'submitted', 'approved'] as const;

/** Returns the current application, or else the last declined one. */
export async function currentApplication(ctx: ReadCtx | WriteCtx) {
  const row = await mine(ctx, 'merchant_applications')
    .where('state', '!=', 'withdrawn')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst();
  return row && typed(row);
}

/** Returns the application with that id. */
export async function applicationById(ctx: ReadCtx | WriteCtx, id: string) {
  const row = await mine(ctx, 'merchant_applications').where('id', '=', id).selectAll().executeTakeFirst();
  return row && typed(row);
}

export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof currentApplication>>>;

function typed<R extends { state: string; mode: string | null; form: unknown }>(row: R) {
  const form = { ...emptyForm(), ...(row.form as Partial<MerchantForm>) };
  return { ...row, form, state: row.state as ApplicationState, mode: row.mode as GatewayMode | null };
}

/** Returns the current application, locked until the end of the transaction. */
export async function lockApplication(ctx: WriteCtx): Promise<ApplicationRow | undefined> {
  const row = await mine(ctx, 'merchant_applications')
    .where('state', 'in', blockingStates)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  return row && typed(row);
}

/** Starts an application. Of two concurrent requests one creates it, and both get it. */
export async function startApplication(
  ctx: WriteCtx,
  form: MerchantForm,
): Promise<ApplicationRow | undefined> {
  await insertMine(ctx, 'merchant_applications', {
    id: newId(),
    client_app_id: clientAppId(),
    form: JSON.stringify(form),
    created_by: ctx.actor?.userId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return lockApplication(ctx);
}

/** Updates the given fields of an application and increments its revision. */
export async function updateApplication(
  ctx: WriteCtx,
  row: Pick<ApplicationRow, 'id' | 'rev'>,
  changes: Updateable<MerchantApplications>,
): Promise<void> {
  await updateMine(ctx, 'merchant_applications')
    .set({ ...changes, rev: row.rev + 1, updated_at: ctx.now })
    .where('id', '=', row.id)
    .execute();
}

/**
 * Records that an application was checked, and so that its next check is scheduled. Changes nothing a reader can see.
 */
export async function recordApplicationCheck(ctx: WriteCtx, id: string): Promise<void> {
  await updateMine(ctx, 'merchant_applications').set({ updated_at: ctx.now }).where('id', '=', id).execute();
}

/**
 * Returns whether this application may be withdrawn to start another. One that was approved in test mode does not block
 * a live application.
 */
export function isAbandonable(
  row: Pick<ApplicationRow, 'state' | 'mode'>,
  onboarding: GatewayMode | null,
): boolean {
  return row.state !== 'approved' || (onboarding !== null && row.mode !== onboarding);
}

/**
 * Returns the encryption context of the application's link, which is stored encrypted because it gives access to the
 * application.
 */
export function linkEncryptionContext(row: Pick<ApplicationRow, 'subscriber_id' | 'id'>): string {
  return `${row.subscriber_id} merchant-application ${row.id}`;
}

function emptyForm(): MerchantForm {
  const texts = merchantFields.filter((name) => name !== 'high_ticket').map((name) => [name, '']);
  return { ...Object.fromEntries(texts), high_ticket: null } as MerchantForm;
}

/** Returns our id for an application at Fortis: 18 characters, 80 random bits. */
function clientAppId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  return `ma${[...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('')}`;
}
