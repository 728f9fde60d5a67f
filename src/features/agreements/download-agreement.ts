import type { ErrandCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { renderSmall } from '#server/documents/render.ts';
import { notFound } from '#wire/errors.ts';
import type { Download, Takes } from '#wire/route.ts';
import { agreementModel, logoLoader } from './agreement-document.ts';
import { addressLines } from './company-brand.ts';
import type * as contract from './contract.ts';
import { documentLang } from './document-words.ts';
import { around, type OpenAgreement } from './open-agreement.ts';
import * as store from './store.ts';

/** The PDF behind the public link. */
export function downloadPublicAgreement(
  ctx: ErrandCtx,
  input: Takes<typeof contract.downloadPublicAgreement>,
): Promise<Download> {
  return download(ctx, ctx.link?.id ?? '', { public_id: input.agreementPublicId });
}

/** The PDF for members. */
export function downloadAgreement(
  ctx: ErrandCtx,
  input: Takes<typeof contract.downloadAgreement>,
): Promise<Download> {
  return download(ctx, input.id, { id: input.agreementId });
}

/** What was sealed is handed out as it was stored, never made again; before that the text of this moment. */
async function download(
  ctx: ErrandCtx,
  appointmentId: string,
  by: { id: string } | { public_id: string },
): Promise<Download> {
  const open = await ctx.read(async (r) => {
    const row = await store.oneOf(r, appointmentId, by);
    if (!row) throw notFound();
    return around(r, row);
  });
  return (await sealedFile(ctx, open)) ?? (await presentText(ctx, open));
}

async function sealedFile(ctx: ErrandCtx, open: OpenAgreement): Promise<Download | null> {
  const { sealed_file_id, sealed_sha256 } = open.row;
  if (!sealed_file_id) return null;
  const row = await ctx.read((r) =>
    mine(r, 'stored_files').where('id', '=', sealed_file_id).select('storage_key').executeTakeFirst(),
  );
  const file = row ? await ctx.files.get(row.storage_key) : null;
  if (!file) return null;
  return {
    filename: agreementFilename(open),
    type: 'application/pdf',
    body: file.stream,
    bytes: file.size,
    ...(sealed_sha256 ? { etag: sealed_sha256 } : {}),
  };
}

async function presentText(ctx: ErrandCtx, open: OpenAgreement): Promise<Download> {
  const lang = documentLang(ctx.lang);
  const { bytes } = await renderSmall(
    'agreement',
    agreementModel(open, lang, null),
    logoLoader(ctx, open.company),
  );
  return { filename: agreementFilename(open), type: 'application/pdf', body: bytes, bytes: bytes.length };
}

/** `Inspection agreement - 1847 Seabright Avenue, Cape Elizabeth, ME 04107.pdf` */
export function agreementFilename({ row, appointment }: OpenAgreement): string {
  return `${[row.name, addressLines(appointment).join(', ')].filter(Boolean).join(' - ')}.pdf`;
}
