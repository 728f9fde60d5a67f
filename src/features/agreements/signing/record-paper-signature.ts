import { fileTypeFromBuffer } from 'file-type';
import { localDate } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { processAttachedPicture } from '#server/files/photos.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import type * as contract from '../contract.ts';
import { maxScanBytes } from '../contract.ts';
import { addEvidence } from '../evidence.ts';
import { clientNames, type LoadedAgreement, loadAgreement } from '../load-agreement.ts';
import { requireAppointmentEdit } from '../require-appointment-edit.ts';
import { refuseUnprintableName } from '../sealing/refuse-missing-glyphs.ts';
import * as store from '../store.ts';
import { completeAfterSigning } from './complete-agreement.ts';

type Input = HandlerInput<typeof contract.recordPaperSignature>;

const allowed = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'];
const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/**
 * Records that an agreement was signed on paper: stores the scan, freezes the text, and counts for all clients. The
 * file type is detected from the content. Refuses an agreement that is void, already signed or incomplete, and a future
 * date.
 */
export async function recordPaperSignature(ctx: ActionCtx, input: Input): Promise<null> {
  // Before the file is checked and stored: most refusals need neither.
  await ctx.read(async (r) => {
    await requireAppointmentEdit(r, input.id);
    const row = await store.findInAppointment(r, input.id, { id: input.agreementId });
    if (!row) throw notFound();
    const open = await loadAgreement(r, row);
    refuse(open, input, localDate(ctx.now, open.company.timezone));
  });
  await refuseUnprintableName(input.signer_name, ctx.subscriberId);
  const scan = await scanOf(input.file, ctx.subscriberId);
  const stored = await uploadFile(ctx, scan);
  return ctx.finalTx((w) => record(w, input, stored, scan.name));
}

/** The scan, for members who may see prices. */
export async function downloadSignedScan(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.downloadSignedScan>,
): Promise<Download> {
  if (!allows(ctx.requireUser(), 'see_prices'))
    throw new AppError('FORBIDDEN', 'This agreement includes prices, which you don’t have permission to see');
  const stored = await ctx.read((r) =>
    mine(r, 'agreement_signatures')
      .innerJoin('appointment_agreements as a', (on) =>
        on
          .onRef('a.subscriber_id', '=', 'agreement_signatures.subscriber_id')
          .onRef('a.id', '=', 'agreement_signatures.agreement_id'),
      )
      .innerJoin('stored_files as f', (on) =>
        on
          .onRef('f.subscriber_id', '=', 'agreement_signatures.subscriber_id')
          .onRef('f.id', '=', 'agreement_signatures.paper_file_id'),
      )
      .where('a.appointment_id', '=', input.id)
      .where('a.id', '=', input.agreementId)
      .where('a.removed_at', 'is', null)
      .select(['f.storage_key', 'f.sha256', 'f.type', 'f.name'])
      .executeTakeFirst(),
  );
  const file = stored ? await ctx.files.get(stored.storage_key) : null;
  if (!stored || !file) throw notFound();
  return {
    filename: stored.name,
    type: stored.type,
    body: file.stream,
    bytes: file.size,
    etag: stored.sha256,
  };
}

async function record(w: WriteCtx, input: Input, file: UploadedFile, name: string): Promise<null> {
  await requireAppointmentEdit(w, input.id);
  const row = await store.lockInAppointment(w, input.id, { id: input.agreementId });
  if (!row) throw notFound();
  const open = await loadAgreement(w, row);
  refuse(open, input, localDate(w.now, open.company.timezone));
  await insertFileRow(w, file, { purpose: 'agreement-paper', name });
  await store.freezeText(w, row.id, open.text);
  const id = await insert(w, open, input, file, name);
  const { signer_name, signed_on } = input;
  await addEvidence(w, row.id, [
    {
      what: 'signed_on_paper',
      data: {
        name: signer_name,
        signed_on,
        method: 'paper',
        paper_sha256: file.sha256,
        content_hash: open.text.content_hash,
        signature_id: id,
        by: w.requireUser().userId,
      },
    },
  ]);
  await w.audit({
    action: 'agreement-signed-on-paper',
    entity: 'agreement',
    entity_id: row.id,
    after: { name: row.name, signer_name, signed_on, file: name, sha256: file.sha256 },
  });
  await completeAfterSigning(w, open, { id, person_id: null });
  return null;
}

async function insert(
  w: WriteCtx,
  { row, text, people }: LoadedAgreement,
  input: Input,
  file: UploadedFile,
  name: string,
): Promise<string> {
  const id = newId();
  await insertMine(w, 'agreement_signatures', {
    id,
    agreement_id: row.id,
    role: 'staff',
    on_behalf_of: clientNames(people),
    signer_name: input.signer_name,
    method: 'paper',
    // The paper itself states what was agreed to; no box was checked here.
    consent_text: '',
    consent_sha256: '',
    content_hash: text.content_hash,
    ip: w.ip,
    user_agent: w.userAgent,
    language: w.lang,
    signed_at: w.now,
    signed_on: input.signed_on,
    paper_file_id: file.id,
    paper_name: name,
    paper_sha256: file.sha256,
    recorded_by: w.requireUser().userId,
  }).execute();
  return id;
}

function refuse({ row, text }: LoadedAgreement, input: Input, today: string): void {
  if (row.voided_at) throw new AppError('CONFLICT', 'This agreement has been withdrawn');
  if (row.signed) throw new AppError('CONFLICT', 'This agreement has already been signed');
  if (input.signed_on > today) throw badInput({ signed_on: 'The date can’t be in the future' });
  if (text.unresolved.length > 0) {
    throw new AppError(
      'CONFLICT',
      'This agreement has missing details. Complete them before you send or sign it.',
      { unresolved: text.unresolved },
    );
  }
}

async function scanOf(
  file: File,
  company: string,
): Promise<{ bytes: Uint8Array; type: string; sha256: string; name: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.byteLength > maxScanBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', 'The file is too large, max size 25 MB', {
      maxBytes: maxScanBytes,
    });
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!allowed.includes(type)) throw new AppError('UNSUPPORTED_FILE', 'File type not accepted', { allowed });
  const stored = type === 'application/pdf' ? { bytes, type } : await processAttachedPicture(bytes, company);
  return { ...stored, sha256: sha256Hex(stored.bytes), name: nameOf(file.name, stored.type) };
}

/** The file's name without characters unsafe in headers or file names, with the extension of its detected type. */
function nameOf(name: string, type: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[\p{Cc}"<>|:*?]/gu, ' ')
    .trim()
    .slice(0, 150);
  return `${stem || 'agreement'}.${endings[type] ?? 'pdf'}`;
}
