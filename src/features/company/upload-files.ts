import type { ErrandCtx } from '#server/context.ts';
import { intakeLogo } from '#server/files/photos.ts';
import { badInput } from '#wire/errors.ts';
import type { Gives, Takes } from '#wire/route.ts';
import { type KeptFile, keepFile, putFile } from './keep-file.ts';
import { storeSettings } from './settings.ts';
import type * as contract from './settings-contract.ts';
import { showSettings } from './show-settings.ts';
import { lockedCompany } from './update-settings.ts';

const pictures = ['logo', 'header_logo', 'signature'] as const;
type PictureName = (typeof pictures)[number];

/** New pictures of the company, in place of those it had. Their kind is told by their content. */
export async function uploadFiles(
  ctx: ErrandCtx,
  input: Takes<typeof contract.uploadFiles>,
): Promise<Gives<typeof contract.uploadFiles>> {
  const kept: [PictureName, KeptFile][] = [];
  for (const name of pictures) {
    const file = input[name];
    if (!(file instanceof File) || file.size === 0) continue;
    const { bytes, type, sha256 } = await intakeLogo(new Uint8Array(await file.arrayBuffer()));
    kept.push([name, await putFile(ctx, { bytes, type, sha256 })]);
  }
  if (kept.length === 0) throw badInput({ logo: 'Choose a picture' });
  return ctx.lastTx(async (w) => {
    const company = await lockedCompany(w);
    const before: Record<string, string | null> = {};
    const after: Record<string, string> = {};
    for (const [name, file] of kept) {
      before[name] = company[`${name}_file_id`];
      after[name] = await keepFile(w, file, { purpose: `company_${name}`, name: `${name}.png` });
    }
    await storeSettings(w, company, after);
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
