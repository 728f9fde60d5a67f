import { companyOf } from '#features/company/company-of.ts';
import { gatewayCreds } from '#features/company/gateway-connection.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/credentials.ts';
import type { Attempt } from '#server/outside/pay/gateway.ts';
import { type AttemptRow, attemptById, attemptFor } from './attempts.ts';

/** An attempt with what is needed to speak of it with its gateway; `creds` is null when the keys are gone. */
export interface AtGateway {
  row: AttemptRow;
  attempt: Attempt;
  creds: Creds | null;
}

const locales = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' } as const;

/** Reads an attempt as its gateway knows it, with the keys it was made with; undefined when there is none. */
export async function atGateway(ctx: ReadCtx | WriteCtx, attemptId: string): Promise<AtGateway | undefined> {
  const row = await attemptById(ctx, attemptId);
  if (!row) return undefined;
  const invoice = await mine(ctx, 'invoices')
    .where('id', '=', row.invoice_id)
    .select(['number', 'public_id'])
    .executeTakeFirstOrThrow();
  const { company_name } = await companyOf(ctx);
  return {
    row,
    attempt: attemptFor(ctx, row, { ...invoice, company_name, locale: locales[ctx.lang] }),
    creds: await gatewayCreds(ctx, row.gateway, row.mode),
  };
}
