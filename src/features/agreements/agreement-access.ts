import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { addEvidence } from './evidence.ts';
import type { LinkHolder } from './link-holder.ts';

/** The person an evidence row is about. */
export const evidenceParty = (holder: LinkHolder | null) => ({
  role: holder?.role ?? null,
  name: holder?.name ?? '',
  email: holder?.email ?? '',
});

const anHour = 3_600_000;

/**
 * Records that an agreement was opened or downloaded, at most once an hour per person and text. Visitors without a
 * personal link are distinguished by IP address. Returns whether a row was added. `hash` is the SHA-256 of the text
 * shown or of the file sent.
 */
export async function recordAgreementAccess(
  ctx: WriteCtx,
  agreementId: string,
  what: 'viewed' | 'downloaded',
  { holder, hash }: { holder: LinkHolder | null; hash: string },
): Promise<boolean> {
  const hashed = what === 'viewed' ? 'content_hash' : 'sha256';
  const person_id = holder?.person_id ?? null;
  const since = Date.parse(ctx.now) - anHour;
  const wasRecent = (await accesses(ctx, agreementId, what)).some(
    ({ at, ip, data }) =>
      Date.parse(at) > since &&
      data.person_id === person_id &&
      (person_id !== null || ip === ctx.ip) &&
      data[hashed] === hash,
  );
  if (wasRecent) return false;
  const hashes = { [hashed]: hash };
  await addEvidence(ctx, agreementId, [{ what, data: { person_id, ...evidenceParty(holder), ...hashes } }]);
  return true;
}

/** When a person first opened an agreement; null if never. */
export async function firstViewedAt(
  ctx: ReadCtx,
  agreementId: string,
  personId: string,
): Promise<string | null> {
  const rows = await accesses(ctx, agreementId, 'viewed');
  return rows.find(({ data }) => data.person_id === personId)?.at ?? null;
}

async function accesses(ctx: ReadCtx | WriteCtx, agreementId: string, what: string) {
  const rows = await mine(ctx, 'agreement_evidence')
    .where('agreement_id', '=', agreementId)
    .where('what', '=', what)
    .orderBy('seq')
    .select(['data', 'at', 'ip'])
    .execute();
  return rows.map(({ data, ...row }) => ({
    ...row,
    data: data as { person_id?: string | null; content_hash?: string; sha256?: string },
  }));
}
