import type { ActionCtx } from '#server/context.ts';

/** All certificates with which this installation ever sealed: what an older seal vouched for stays checkable. */
export async function getSealCertificates(ctx: ActionCtx) {
  // Makes the seal when this installation has none yet.
  const present = await ctx.seal();
  const kept = await ctx.read((r) =>
    r.db
      .selectFrom('seal_keys')
      .orderBy('created_at', 'desc')
      .select(['cert_pem as seal', 'ca_pem as authority'])
      .execute(),
  );
  return { certificates: kept.length > 0 ? kept : [{ seal: present.certPem, authority: present.caPem }] };
}
