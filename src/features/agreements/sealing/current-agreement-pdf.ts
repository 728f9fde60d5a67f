import { documentStore } from '#features/files/stored-documents.ts';
import type { ActionCtx } from '#server/context.ts';
import { renderSmallDocument } from '#server/documents/render.ts';
import type { LoadedAgreement } from '../load-agreement.ts';
import { agreementModel, documentImageLoader } from './agreement-document.ts';

/**
 * The current text as a PDF in the visitor's language, as offered on the page. The same text gives the same bytes.
 * `missing` names the characters that no font has.
 */
export async function currentAgreementPdf(
  ctx: ActionCtx,
  open: LoadedAgreement,
): Promise<{ bytes: Uint8Array; sha256: string; missing: readonly string[] }> {
  const { bytes, sha256, missing } = await renderSmallDocument(
    'agreement',
    agreementModel(open, ctx.lang, null),
    documentImageLoader(ctx, open.company),
    { company: ctx.subscriberId, store: documentStore(ctx) },
  );
  return { bytes, sha256, missing };
}
