import { canonicalJson } from '#domain/base/canonical-json.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { sha256Hex } from '#server/ids.ts';

export type EvidenceKind =
  | 'created'
  | 'sent'
  | 'viewed'
  | 'downloaded'
  | 'consented'
  | 'signed'
  | 'declined'
  | 'signed_on_paper'
  | 'completed'
  | 'sealed'
  | 'copy_sent'
  | 'voided'
  | 'void_told'
  | 'reissued'
  | 'removed';

export interface EvidenceRow {
  seq: number;
  what: string;
  data: unknown;
  at: string;
  ip: string;
  user_agent: string;
  prev_hash: string;
  hash: string;
}

/** The previous hash of the first row. */
const beginning = '0'.repeat(64);

/**
 * Appends rows to an agreement's evidence trail, each hash covering the previous one. Locks the agreement's row first,
 * so that concurrent appends are serialized. Rows are never changed (enforced by the database).
 */
export async function addEvidence(
  ctx: WriteCtx,
  agreementId: string,
  entries: readonly { what: EvidenceKind; data: Record<string, unknown> }[],
): Promise<void> {
  if (entries.length === 0) return;
  await mine(ctx, 'appointment_agreements').where('id', '=', agreementId).select('id').forUpdate().execute();
  const last = await mine(ctx, 'agreement_evidence')
    .where('agreement_id', '=', agreementId)
    .orderBy('seq', 'desc')
    .select(['seq', 'hash'])
    .executeTakeFirst();
  let seq = last?.seq ?? 0;
  let prev_hash = last?.hash ?? beginning;
  const rows = entries.map(({ what, data }) => {
    seq += 1;
    const facts = { seq, what, data, at: ctx.now, ip: ctx.ip, user_agent: ctx.userAgent };
    const hash = hashOf(prev_hash, facts);
    const row = {
      ...facts,
      data: JSON.stringify(data),
      prev_hash,
      hash,
      agreement_id: agreementId,
    };
    prev_hash = hash;
    return row;
  });
  await insertMine(ctx, 'agreement_evidence', rows).execute();
}

/** The evidence trail of an agreement, oldest row first. */
export function getEvidenceTrail(ctx: ReadCtx, agreementId: string): Promise<EvidenceRow[]> {
  return mine(ctx, 'agreement_evidence')
    .where('agreement_id', '=', agreementId)
    .orderBy('seq')
    .select(['seq', 'what', 'data', 'at', 'ip', 'user_agent', 'prev_hash', 'hash'])
    .execute();
}

/** Whether no row was removed, added or changed. */
export function isTrailIntact(rows: readonly EvidenceRow[]): boolean {
  let previous = beginning;
  return rows.every((row, i) => {
    const { seq, what, data, at, ip, user_agent } = row;
    const isNext = seq === i + 1 && row.prev_hash === previous;
    const isTrue = row.hash === hashOf(previous, { seq, what, data, at, ip, user_agent });
    previous = row.hash;
    return isNext && isTrue;
  });
}

function hashOf(previous: string, facts: Omit<EvidenceRow, 'prev_hash' | 'hash'>): string {
  return sha256Hex(`${previous}\n${canonicalJson(facts)}`);
}
