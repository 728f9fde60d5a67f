import { notify } from '#features/messages/notify.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';
import { DocumentLostError } from '#server/documents/document-problem.ts';
import { job } from '#server/jobs.ts';
import { addEvidence } from '../evidence.ts';
import { type LoadedAgreement, loadAgreement } from '../load-agreement.ts';
import type { SealProblem } from '../present-agreements.ts';
import * as store from '../store.ts';
import { agreementFilename } from './agreement-document.ts';
import { ensureSealedPdf } from './ensure-sealed-pdf.ts';
import { MissingGlyphsError } from './refuse-missing-glyphs.ts';

/**
 * Creates and stores the sealed PDF of a completely signed agreement, with its certificate, and mails a copy to all
 * parties who may read it, unless the agreement was completed quietly. A second run finds the stored file and mails nothing again. Why it failed is
 * stored with the agreement.
 */
export const sealAgreement = job<Order>('agreements/seal', seal, {
  concurrency: 2,
  retryLimit: 10,
});

/** `is_quiet`: in jobs that the previous version queued. */
type Order = { agreement_id: string; is_quiet?: boolean };

async function seal(ctx: ActionCtx, { agreement_id, is_quiet }: Order): Promise<void> {
  const open = await ctx.read(async (r) => {
    const row = await store.byId(r, agreement_id);
    return row?.signed ? loadAgreement(r, row) : null;
  });
  const fileId = open && (await ensureSealedPdf(ctx, open).catch((error) => fail(ctx, agreement_id, error)));
  if (fileId && !is_quiet && !open.row.is_sealed_quietly) await ctx.tx((w) => mailCopies(w, open, fileId));
}

async function fail(ctx: ActionCtx, id: string, error: unknown): Promise<never> {
  const seal_problem = problemOf(error);
  await ctx.tx((w) =>
    updateMine(w, 'appointment_agreements')
      .set({ seal_problem })
      .where('id', '=', id)
      .where('sealed_file_id', 'is', null)
      .execute(),
  );
  throw error;
}

function problemOf(error: unknown): SealProblem {
  if (error instanceof MissingGlyphsError) return 'no_font';
  if (!(error instanceof DocumentLostError)) return 'unexpected';
  return error.reason === 'late' ? 'too_long' : 'stopped';
}

/** Signers are entitled to the document, whatever their role and rights. */
async function mailCopies(w: WriteCtx, open: LoadedAgreement, fileId: string): Promise<void> {
  const { row, appointment, signatures } = open;
  const { queued } = await notify(w, 'agreement_signed_copy', {
    appointment_id: appointment.id,
    occasion: row.id,
    facts: { agreement: row.name },
    also: signatures.flatMap((one) => one.person_id ?? []),
    attachments: [{ file_id: fileId, name: agreementFilename(open), type: 'application/pdf' }],
  });
  await addEvidence(
    w,
    row.id,
    queued.map(({ person_id, email }) => ({ what: 'copy_sent', data: { person_id, email } })),
  );
}
