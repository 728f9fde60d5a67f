import type { WriteCtx } from '#server/context.ts';
import { afterwards, inTransaction } from '#server/events.ts';
import { newId } from '#server/ids.ts';
import { movesMergedSigner } from './move-merged-signer.ts';
import { sealAgreement } from './seal-agreement.job.ts';
import { starterAgreements } from './starter.ts';

export const listeners = [
  inTransaction('company.created', (ctx) => insertStarter(ctx)),
  ...movesMergedSigner,
  afterwards('agreement.signed', 'agreements/seal-when-complete', (ctx, event) =>
    // The job asks by itself whether everybody has signed; under one key a repeat changes nothing.
    ctx.tx((w) =>
      w.enqueue(sealAgreement, { agreement_id: event.agreement_id }, { key: event.agreement_id }),
    ),
  ),
];

async function insertStarter(ctx: WriteCtx): Promise<void> {
  const { subscriberId: subscriber_id, now } = ctx;
  const rows = starterAgreements.map(({ name, description, content, is_default }) => ({
    subscriber_id,
    id: newId(),
    name,
    description,
    content: JSON.stringify(content),
    is_default,
    created_at: now,
    updated_at: now,
  }));
  await ctx.db.insertInto('agreement_templates').values(rows).execute();
}
