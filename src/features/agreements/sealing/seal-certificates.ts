import type { ActionCtx } from '#server/context.ts';

/** All certificates this installation has ever sealed with, so that documents with older seals can still be checked. */
export async function getSealCertificates(ctx: ActionCtx) {
  // Creates the seal if this installation has none yet.
  const present = await ctx.seal();
  const stored = await ctx.read((r) =>
    r.db
      .selectFrom('seal_keys')
      .orderBy('created_at', 'desc')
      .select(['cert_pem as seal', 'ca_pem as authority'])
      .execute(),
  );
  return { certificates: stored.length > 0 ? stored : [{ seal: present.certPem, authority: present.caPem }] };
}
