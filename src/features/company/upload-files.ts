import type { ActionCtx } from '#server/context.ts';
import { processLogo } from '#server/files/photos.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '../files/stored-files.ts';
import { saveSettings } from './settings.ts';
import type * as contract from './settings-contract.ts';
import { showSettings } from './show-settings.ts';
import { lockCompany } from './update-settings.ts';

const pictures = ['logo', 'header_logo', 'signature'] as const;
type PictureName = (typeof pictures)[number];

/** Replaces pictures of the company. Their type is detected by content. */
export async function uploadFiles(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.uploadFiles>,
): Promise<HandlerOutput<typeof contract.uploadFiles>> {
  const stored: [PictureName, UploadedFile][] = [];
  for (const name of pictures) {
    const file = input[name];
    if (!(file instanceof File) || file.size === 0) continue;
    const { bytes, type, sha256 } = await processLogo(
      new Uint8Array(await file.arrayBuffer()),
      ctx.subscriberId,
    );
    stored.push([name, await uploadFile(ctx, { bytes, type, sha256 })]);
  }
  if (stored.length === 0) throw badInput({ logo: 'Choose a picture' });
  return ctx.finalTx(async (w) => {
    const company = await lockCompany(w);
    const before: Record<string, string | null> = {};
    const after: Record<string, string> = {};
    for (const [name, file] of stored) {
      before[name] = company[`${name}_file_id`];
      after[name] = await insertFileRow(w, file, { purpose: `company_${name}`, name: `${name}.png` });
    }
    await saveSettings(w, company, after);
    await w.audit({
      action: 'company.settings_changed',
      entity: 'company',
      entity_id: w.subscriberId,
      before,
      after,
    });
    await w.emit({ type: 'company.changed', fields: Object.keys(after) });
    return showSettings(w);
  });
}
