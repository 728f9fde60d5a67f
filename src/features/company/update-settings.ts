import { sql } from 'kysely';
import {
  checkCredentials,
  credentialKey,
  gatewayCredentials,
  type PaymentType,
} from '#domain/payments/gateways.ts';
import { checkSettings, isGroup, type SettingKey } from '#domain/settings/all-settings.ts';
import { alreadyUsed } from '#domain/settings/company.ts';
import { mailSettings } from '#domain/settings/messages.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { claimPublicName } from './create-company.ts';
import { type Company, getCompany } from './get-company.ts';
import { storedValue } from './present.ts';
import { saveSecret, secretNames } from './secrets.ts';
import { saveSettings } from './settings.ts';
import type * as contract from './settings-contract.ts';
import { hasPayments, showSettings } from './show-settings.ts';

type Input = HandlerInput<typeof contract.updateSettings>;
type Changes = Partial<Record<SettingKey, unknown>>;
type Problems = Record<string, string>;

/** What decides where the money of clients goes, and their messages. */
const guardedKeys: readonly SettingKey[] = [
  ...(['payment_type', 'payment_instructions', 'external_payment_url', 'gateway_sandbox'] as const),
  ...mailSettings,
];

/**
 * Updates any of the settings, all or none. Invalid values are reported by field. Throws CONFLICT if the sent rev is
 * outdated, and for another currency once a payment was received. Changes apply from the next call on; appointments
 * keep the settings they copied. To change credentials, where clients pay, or where mail and its answers go, the user confirms their
 * identity.
 */
export async function updateSettings(
  ctx: WriteCtx,
  input: Input,
): Promise<HandlerOutput<typeof contract.updateSettings>> {
  const { subscriberId: _, rev, credentials, ...changes } = input;
  const company = await lockCompany(ctx, rev);
  const { values, problems } = checkSettings(changes, company);
  const secrets = await checkSecrets(ctx, company, { ...input, payment_type: values.payment_type });
  Object.assign(problems, secrets.problems);
  await checkAgainstRecords(ctx, company, values, problems);
  if (Object.keys(problems).length > 0) throw badInput(problems);
  await refuseOtherCurrency(ctx, company, values);
  const changed = changedOf(company, values);
  const isGuarded = guardedKeys.some((key) => key in changed.after);
  if (isGuarded || Object.keys(secrets.changes).length > 0) ctx.requireConfirmedIdentity();
  for (const [name, secret] of Object.entries(secrets.changes)) await saveSecret(ctx, name, secret);
  const fields = [...Object.keys(changed.after), ...Object.keys(secrets.changes)];
  if (fields.length > 0) {
    await saveSettings(ctx, company, changed.after);
    await publishChanges(ctx, changed, Object.keys(secrets.changes));
  }
  return showSettings(ctx);
}

/** Returns the company with its row locked, so that concurrent saves are serialized. */
export async function lockCompany(ctx: WriteCtx, rev?: number): Promise<Company> {
  await mine(ctx, 'companies').select('rev').forUpdate().executeTakeFirst();
  const company = await getCompany(ctx);
  if (rev !== undefined && rev !== company.rev) {
    throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
      current: await showSettings(ctx),
    });
  }
  return company;
}

async function checkSecrets(
  ctx: WriteCtx,
  company: Company,
  input: Pick<Input, 'credentials'> & { payment_type?: unknown },
): Promise<{ changes: Record<string, string | null>; problems: Problems }> {
  const changes: Record<string, string | null> = {};
  const problems: Problems = {};
  if (input.credentials !== undefined || input.payment_type !== undefined) {
    const type = (input.payment_type ?? company.settings.payment_type) as PaymentType;
    const names = await secretNames(ctx);
    const stored = gatewayCredentials[type].filter((name) => names.has(credentialKey(type, name)));
    const checked = checkCredentials(type, input.credentials ?? {}, new Set(stored));
    for (const [name, value] of Object.entries(checked.changes)) changes[credentialKey(type, name)] = value;
    for (const [name, problem] of Object.entries(checked.problems)) problems[`credentials.${name}`] = problem;
  }
  return { changes, problems };
}

/** Validates against the company's records: agreements must exist, order numbers and public names must be free. */
async function checkAgainstRecords(
  ctx: WriteCtx,
  company: Company,
  values: Changes,
  problems: Problems,
): Promise<void> {
  const form = values.request_form as { agreement_id?: string | null } | undefined;
  const agreements = {
    default_agreement_id: values.default_agreement_id,
    'request_form.agreement_id': form?.agreement_id,
  };
  for (const [field, agreementId] of Object.entries(agreements)) {
    if (typeof agreementId === 'string' && !(await isAgreement(ctx, agreementId)))
      problems[field] = 'This agreement doesn’t exist';
  }
  if (values.next_order_number !== undefined || values.order_prefix !== undefined) {
    const prefix = (values.order_prefix as string | undefined) ?? company.order_prefix;
    const next = (values.next_order_number as number | undefined) ?? company.next_order_number;
    const isSame = prefix === company.order_prefix && next === company.next_order_number;
    const last = isSame ? 0 : await lastOrderNumber(ctx, prefix);
    if (next <= last) {
      const field = values.next_order_number === undefined ? 'order_prefix' : 'next_order_number';
      problems[field] ??= `Number ${last} is already used. Enter ${last + 1} or higher.`;
    }
  }
  const slug = values.public_slug as string | undefined;
  // The former name still leads to the company: printed URLs stay valid, and no other company can claim it.
  if (slug !== undefined && slug !== company.public_slug && !problems.public_slug) {
    if (!(await isOwnLink(ctx, slug)) && !(await claimPublicName(ctx, slug)))
      problems.public_slug = alreadyUsed;
  }
}

async function isAgreement(ctx: WriteCtx, id: string): Promise<boolean> {
  const row = await mine(ctx, 'agreement_templates')
    .where('id', '=', id)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The highest number after the prefix in the company's order ids; 0 if there are none. */
async function lastOrderNumber(ctx: WriteCtx, prefix: string): Promise<number> {
  const number = sql<number>`substr(order_id, ${prefix.length + 1}::int)::bigint`;
  const row = await mine(ctx, 'appointments')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`starts_with(order_id, ${prefix})`)
    .where(sql<boolean>`substr(order_id, ${prefix.length + 1}::int) ~ '^[0-9]{1,9}$'`)
    .select(number.as('number'))
    .orderBy(number, 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}

async function isOwnLink(ctx: WriteCtx, token: string): Promise<boolean> {
  const row = await mine(ctx, 'public_links')
    .where('token', '=', token)
    .where('kind', '=', 'company')
    .select('token')
    .executeTakeFirst();
  return row !== undefined;
}

async function refuseOtherCurrency(ctx: WriteCtx, company: Company, values: Changes): Promise<void> {
  if (values.currency === undefined || values.currency === company.currency) return;
  const message = 'The currency can’t be changed once payments were received';
  if (await hasPayments(ctx)) throw new AppError('CONFLICT', message, { currency: message });
}

/** The settings that actually change, before and after. */
function changedOf(company: Company, values: Changes): { before: Changes; after: Changes } {
  const before: Changes = {};
  const after: Changes = {};
  for (const [name, value] of Object.entries(values)) {
    const key = name as SettingKey;
    const old = storedValue(company, key);
    const next = isGroup(key) ? { ...(old as object), ...(value as object) } : value;
    if (JSON.stringify(old) === JSON.stringify(next)) continue;
    before[key] = old;
    after[key] = next;
  }
  return { before, after };
}

/** Writes one audit row and emits one event. For secrets, both contain only that they changed. */
async function publishChanges(
  ctx: WriteCtx,
  changed: { before: Changes; after: Changes },
  secrets: readonly string[],
): Promise<void> {
  const hidden = Object.fromEntries(secrets.map((name) => [name, '(changed)']));
  await ctx.audit({
    action: 'company.settings_changed',
    entity: 'company',
    entity_id: ctx.subscriberId,
    before: changed.before,
    after: { ...changed.after, ...hidden },
  });
  await ctx.emit({ type: 'company.changed', fields: [...Object.keys(changed.after), ...secrets] });
}
