import { missingSigners } from '#domain/agreements/agreements.ts';
import { asInstant, formatWithOffset, type Zone } from '#domain/base/time.ts';
import { canReadAgreements } from '#domain/people/client-rights.ts';
import type { LinkPerson, Visitor } from '#features/agreements/link-holder.ts';
import type { ReadCtx } from '#server/context.ts';
import { attachmentKey } from './attachment-key.ts';
import type { ClientView } from './contract.ts';
import * as store from './store.ts';

/** The binding agreements, each with the people who still have to sign. */
export async function listPortalAgreements(
  ctx: ReadCtx,
  appointmentId: string,
  { holder, rights, people }: Visitor,
  zone: Zone,
): Promise<ClientView['agreements']> {
  const rows = await store.agreements(ctx, appointmentId);
  const signatures = await store.signatures(
    ctx,
    rows.map((row) => row.id),
  );
  const clients = people.filter((person) => person.role === 'client');
  return rows.map(({ id, signed_at, ...row }) => {
    const own = signatures.filter((s) => s.agreement_id === id);
    return {
      ...row,
      signed_at: signed_at && formatWithOffset(asInstant(signed_at), zone),
      signed_by_me: holder !== null && own.some((s) => s.person_id === holder.person_id),
      can_read: canReadAgreements(rights),
      waiting_for: row.signed ? [] : namesOf(clients, own),
    };
  });
}

function namesOf(clients: readonly LinkPerson[], own: readonly { person_id: string | null }[]): string[] {
  const ids = clients.map((client) => client.person_id);
  const facts = own.map(({ person_id }) => ({ person_id, role: 'client' as const }));
  const missing = missingSigners(ids, facts);
  return clients.filter((client) => missing.includes(client.person_id)).map((client) => client.name);
}

/** Documents under their public names. */
export function listPortalFiles(ctx: ReadCtx, rows: Awaited<ReturnType<typeof store.attachments>>) {
  return rows.map(({ id, name, bytes }) => ({ key: attachmentKey(ctx.installation, id), name, bytes }));
}
