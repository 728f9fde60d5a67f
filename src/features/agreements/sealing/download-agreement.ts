import { canReadAgreements } from '#domain/people/client-rights.ts';
import { allows } from '#domain/people/permissions.ts';
import { findSignature } from '#domain/text/rich-text.ts';
import type { ActionCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { recordAgreementAccess } from '../agreement-access.ts';
import type * as contract from '../contract.ts';
import { getVisitor, isTeamMember } from '../link-holder.ts';
import { type LoadedAgreement, loadAgreement } from '../load-agreement.ts';
import * as store from '../store.ts';
import { agreementFilename } from './agreement-document.ts';
import { currentAgreementPdf } from './current-agreement-pdf.ts';
import { ensureSealedPdf } from './ensure-sealed-pdf.ts';

/** The PDF of a public link. Once signed, requires a personal link, since the certificate lists addresses of others. */
export async function downloadPublicAgreement(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.downloadPublicAgreement>,
): Promise<Download> {
  const appointmentId = ctx.link?.id ?? '';
  const visitor = await ctx.read((r) => getVisitor(r, appointmentId, input.p));
  if (!canReadAgreements(visitor.rights)) throw new AppError('FORBIDDEN', 'You can’t view this agreement');
  const ofTeam = await ctx.read(async (r) => isTeamMember(r));
  const { holder } = visitor;
  const by = { public_id: input.agreementPublicId };
  const { file, sha256, agreementId } = await download(ctx, appointmentId, by, holder !== null || ofTeam);
  // A download by a team member is no evidence about the clients.
  if (!ofTeam)
    await ctx.tx((w) => recordAgreementAccess(w, agreementId, 'downloaded', { holder, hash: sha256 }));
  return file;
}

/** The PDF for members who may see prices. */
export async function downloadAgreement(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.downloadAgreement>,
): Promise<Download> {
  if (!allows(ctx.requireUser(), 'see_prices'))
    throw new AppError('FORBIDDEN', 'This agreement includes prices, which you don’t have permission to see');
  return (await download(ctx, input.id, { id: input.agreementId }, true)).file;
}

/** The signature image in the text, for those who may read the text. */
export async function agreementSignature(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.getAgreementSignature>,
): Promise<Download> {
  const appointmentId = ctx.link?.id ?? '';
  const found = await ctx.read(async (r) => {
    const row = await store.findInAppointment(r, appointmentId, { public_id: input.agreementPublicId });
    const { rights } = await getVisitor(r, appointmentId, input.p);
    const signature =
      row && canReadAgreements(rights) ? findSignature((await loadAgreement(r, row)).text.content) : null;
    if (!signature) throw notFound();
    return mine(r, 'stored_files')
      .where('id', '=', signature.file_id)
      .select(['storage_key', 'sha256', 'type'])
      .executeTakeFirst();
  });
  const file = found ? await ctx.files.get(found.storage_key) : null;
  if (!found || !file) throw notFound();
  const { type, sha256: etag } = found;
  return { filename: 'signature.png', type, body: file.stream, bytes: file.size, etag, inline: true };
}

interface Handed {
  agreementId: string;
  file: Download;
  sha256: string;
}

/** Returns the stored file once sealed, never rendered again; before that the current text. */
async function download(
  ctx: ActionCtx,
  appointmentId: string,
  by: { id: string } | { public_id: string },
  isKnown: boolean,
): Promise<Handed> {
  const open = await ctx.read(async (r) => {
    const row = await store.findInAppointment(r, appointmentId, by);
    if (!row) throw notFound();
    return loadAgreement(r, row);
  });
  if (open.row.signed && !isKnown)
    throw new AppError('FORBIDDEN', 'Open your personal link to download the signed agreement');
  const fileId = await ensureSealedPdf(ctx, open);
  return fileId ? stored(ctx, open, fileId) : presentText(ctx, open);
}

async function stored(ctx: ActionCtx, open: LoadedAgreement, fileId: string): Promise<Handed> {
  const row = await ctx.read((r) =>
    mine(r, 'stored_files').where('id', '=', fileId).select(['storage_key', 'sha256']).executeTakeFirst(),
  );
  const file = row ? await ctx.files.get(row.storage_key) : null;
  if (!row || !file) throw notFound();
  const { sha256 } = row;
  const pdf = { filename: agreementFilename(open), type: 'application/pdf', etag: sha256 };
  return { agreementId: open.row.id, file: { ...pdf, body: file.stream, bytes: file.size }, sha256 };
}

async function presentText(ctx: ActionCtx, open: LoadedAgreement): Promise<Handed> {
  const { bytes, sha256 } = await currentAgreementPdf(ctx, open);
  const pdf = { filename: agreementFilename(open), type: 'application/pdf' };
  return { agreementId: open.row.id, file: { ...pdf, body: bytes, bytes: bytes.length }, sha256 };
}
