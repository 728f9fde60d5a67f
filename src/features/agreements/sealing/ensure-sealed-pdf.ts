import { asInstant } from '#domain/base/time.ts';
import { documentStore } from '#features/files/stored-documents.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { renderSmallDocument } from '#server/documents/render.ts';
import { langOf } from '#server/translate.ts';
import { addEvidence, getEvidenceTrail } from '../evidence.ts';
import type { LoadedAgreement } from '../load-agreement.ts';
import * as store from '../store.ts';
import { agreementFilename, agreementModel, documentImageLoader } from './agreement-document.ts';
import { refuseMissingGlyphs } from './refuse-missing-glyphs.ts';

/**
 * Returns the id of the sealed PDF of a completely signed agreement and creates the PDF if it does not exist yet. Of
 * concurrent calls the first wins, and all get the same file. Returns null while signatures are missing. Throws CONFLICT
 * if no font has one of its characters.
 */
export async function ensureSealedPdf(ctx: ActionCtx, open: LoadedAgreement): Promise<string | null> {
  if (!open.row.signed) return null;
  if (open.row.sealed_file_id) return open.row.sealed_file_id;
  const file = await sealedFile(ctx, open);
  return ctx.tx((w) => storeSealed(w, open, file));
}

/** Stores the bytes first, so that a file named by a row always exists. A crash in between leaves an orphaned file. */
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
  const lang = langOf(open.signatures[0]?.language);
  const { bytes, missing } = await renderSmallDocument(
    'agreement',
    agreementModel(open, lang, proof),
    documentImageLoader(ctx, open.company),
    { company: ctx.subscriberId, store: documentStore(ctx) },
  );
  refuseMissingGlyphs(missing);
  const { seal: put } = await ctx.seal();
  const sealed = await put(bytes, {
    reason: 'Signed by all parties',
    at: asInstant(ctx.now),
    // Shown to anyone who checks the file.
    location: open.company.company_name,
  });
  return uploadFile(ctx, { bytes: sealed.bytes, type: 'application/pdf', sha256: sealed.sha256 });
}

/** Stores our file unless a concurrent call was faster. Returns the id of the stored file. */
async function storeSealed(w: WriteCtx, open: LoadedAgreement, file: UploadedFile): Promise<string | null> {
  const row = await store.lockInAppointment(w, open.row.appointment_id, { id: open.row.id });
  if (!row) return null;
  if (row.sealed_file_id) return row.sealed_file_id;
  await insertFileRow(w, file, { purpose: 'agreement', name: agreementFilename(open) });
  await store.markSealed(w, row.id, file);
  await addEvidence(w, row.id, [{ what: 'sealed', data: { sha256: file.sha256, bytes: file.bytes } }]);
  return file.id;
}
