import type { ErrandCtx } from '#server/context.ts';
import { renderSmall } from '#server/documents/render.ts';
import { sha256Hex } from '#server/ids.ts';
import { documentLang } from '../document-words.ts';
import type { OpenAgreement } from '../open-agreement.ts';
import { agreementModel, logoLoader } from './agreement-document.ts';

/** The present text as PDF in the visitor's language, as the page offers it: the same text gives the same bytes. */
export async function offeredPdf(
  ctx: ErrandCtx,
  open: OpenAgreement,
): Promise<{ bytes: Uint8Array; sha256: string }> {
  const { bytes } = await renderSmall(
    'agreement',
    agreementModel(open, documentLang(ctx.lang), null),
    logoLoader(ctx, open.company),
  );
  return { bytes, sha256: sha256Hex(bytes) };
}
