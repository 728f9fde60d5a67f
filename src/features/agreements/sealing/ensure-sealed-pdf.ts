import { asInstant } from '#domain/base/time.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { renderSmallDocument } from '#server/documents/render.ts';
import { documentLang } from '../document-labels.ts';
import { addEvidence, getEvidenceTrail } from '../evidence.ts';
import type { LoadedAgreement } from '../load-agreement.ts';
import * as store from '../store.ts';
import { agreementFilename, agreementModel, documentImageLoader } from './agreement-document.ts';

/**
 * The id of the sealed PDF of an agreement that everybody has signed, made and stored when it is not there yet. Whoever
 * comes first wins: all get the same file ever after. Null while somebody still has to sign.
 */
export async function ensureSealedPdf(ctx: ActionCtx, open: LoadedAgreement): Promise<string | null> {
  if (!open.row.signed) return null;
  if (open.row.sealed_file_id) return open.row.sealed_file_id;
  const file = await sealedFile(ctx, open);
  return ctx.tx((w) => keepSealed(w, open, file));
}

/** Bytes first: what the row names is always there. A crash in between leaves a file that nobody names. */
async function sealedFile(ctx: ActionCtx, open: LoadedAgreement): Promise<UploadedFile> {
  const proof = await ctx.read(async (r) => ({
    trail: await getEvidenceTrail(r, open.row.id),
    deliveries: await store.deliveries(
      r,
      open.appointment.id,
      open.signatures.flatMap((signature) => signature.person_id ?? []),
    ),
    check_address: `${ctx.installation.publicUrl}/check-document`,
  }));
  const lang = documentLang(open.signatures[0]?.language);
  const { bytes } = await renderSmallDocument(
    'agreement',
    agreementModel(open, lang, proof),
    documentImageLoader(ctx, open.company),
  );
  const { seal: put } = await ctx.seal();
  const sealed = await put(bytes, {
    reason: 'Signed by all parties',
    at: asInstant(ctx.now),
    // Whoever checks the file is told for whom it was sealed.
    location: open.company.company_name,
  });
  return uploadFile(ctx, { bytes: sealed.bytes, type: 'application/pdf', sha256: sealed.sha256 });
}

/** The id of the file that stands: ours, or that of somebody who was quicker. */
async function keepSealed(w: WriteCtx, open: LoadedAgreement, file: UploadedFile): Promise<string | null> {
  const row = await store.lockInAppointment(w, open.row.appointment_id, { id: open.row.id });
  if (!row) return null;
  if (row.sealed_file_id) return row.sealed_file_id;
  await insertFileRow(w, file, { purpose: 'agreement', name: agreementFilename(open) });
  await store.markSealed(w, row.id, file);
  await addEvidence(w, row.id, [{ what: 'sealed', data: { sha256: file.sha256, bytes: file.bytes } }]);
  return file.id;
}
