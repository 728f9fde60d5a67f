import { documentImageLoader } from '#features/agreements/sealing/agreement-document.ts';
import { documentStore } from '#features/files/stored-documents.ts';
import type { ActionCtx } from '#server/context.ts';
import { renderSmallDocument } from '#server/documents/render.ts';
import type { Download } from '#wire/route.ts';
import { invoiceModel } from './invoice-document.ts';
import { type LoadedInvoice, loadInvoice, loadInvoiceByLink } from './show-invoice.ts';

/** Returns the invoice of a public link as a PDF in the reader's language. */
export async function downloadPublicInvoice(
  ctx: ActionCtx,
  input: { p?: string | undefined },
): Promise<Download> {
  return pdf(ctx, await ctx.read((r) => loadInvoiceByLink(r, input)));
}

/** Returns the invoice of an appointment as a PDF. */
export async function downloadInvoice(ctx: ActionCtx, input: { id: string }): Promise<Download> {
  return pdf(ctx, await ctx.read((r) => loadInvoice(r, input.id)));
}

async function pdf(ctx: ActionCtx, open: LoadedInvoice): Promise<Download> {
  const model = invoiceModel(open, ctx.lang);
  const { bytes } = await renderSmallDocument('invoice', model, documentImageLoader(ctx, open.company), {
    company: ctx.subscriberId,
    store: documentStore(ctx),
  });
  return {
    filename: `${open.invoice.number}.pdf`,
    type: 'application/pdf',
    body: bytes,
    bytes: bytes.length,
  };
}
