import { documentLang } from '#features/agreements/document-words.ts';
import { logoLoader } from '#features/agreements/sealing/agreement-document.ts';
import type { ErrandCtx } from '#server/context.ts';
import { renderSmall } from '#server/documents/render.ts';
import type { Download } from '#wire/route.ts';
import { invoiceModel } from './invoice-document.ts';
import { type OpenInvoice, openByLink, openInvoice } from './show-invoice.ts';

/** The invoice behind its link as PDF, in the reader's language. */
export async function downloadPublicInvoice(
  ctx: ErrandCtx,
  input: { p?: string | undefined },
): Promise<Download> {
  return pdf(ctx, await ctx.read((r) => openByLink(r, input)));
}

/** The invoice of an appointment as PDF. */
export async function downloadInvoice(ctx: ErrandCtx, input: { id: string }): Promise<Download> {
  return pdf(ctx, await ctx.read((r) => openInvoice(r, input.id)));
}

async function pdf(ctx: ErrandCtx, open: OpenInvoice): Promise<Download> {
  const model = invoiceModel(open, documentLang(ctx.lang));
  const { bytes } = await renderSmall('invoice', model, logoLoader(ctx, open.company));
  return {
    filename: `${open.invoice.number}.pdf`,
    type: 'application/pdf',
    body: bytes,
    bytes: bytes.length,
  };
}
