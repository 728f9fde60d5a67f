import type { ActionCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { handle } from '#server/http/handle.ts';
import { notFound } from '#wire/errors.ts';
import type { Download } from '#wire/route.ts';
import * as contract from './contract.ts';
import { putGateway, showGateway, testGateway } from './gateway.ts';
import * as gateway from './gateway-contract.ts';
import { geocodeAddress, searchAddress, staticMap, streetView } from './geo.ts';
import * as profile from './profile-contract.ts';
import * as settings from './settings-contract.ts';
import { showProfile, showPublicPicture } from './show-profile.ts';
import { settingOptions, showSettings } from './show-settings.ts';
import { updateSettings } from './update-settings.ts';
import { uploadFiles } from './upload-files.ts';

export const routes = [
  handle(settings.getSettings, showSettings),
  handle(settings.getSettingOptions, settingOptions),
  handle(settings.updateSettings, updateSettings),
  handle(settings.uploadFiles, uploadFiles),
  handle(gateway.getGateway, showGateway),
  handle(gateway.putGateway, putGateway),
  handle(gateway.testGateway, testGateway),
  handle(profile.getProfile, showProfile),
  handle(profile.getPublicPicture, showPublicPicture),
  handle(contract.getFile, getFile),
  handle(contract.searchAddress, searchAddress),
  handle(contract.geocodeAddress, geocodeAddress),
  handle(contract.streetView, streetView),
  handle(contract.staticMap, staticMap),
];

const day = 86_400;

async function getFile(ctx: ActionCtx, input: { id: string }): Promise<Download> {
  const row = await ctx.read((r) =>
    mine(r, 'stored_files')
      .where('id', '=', input.id)
      .select(['storage_key', 'name', 'type', 'sha256'])
      .executeTakeFirst(),
  );
  const file = row ? await ctx.files.get(row.storage_key) : null;
  if (!row || !file) throw notFound();
  return {
    filename: row.name,
    type: row.type,
    body: file.stream,
    bytes: file.size,
    // Only images from our own pipeline are shown inline; files stored as uploaded are sent as downloads.
    inline: /^image\/(jpeg|png|webp)$/.test(row.type),
    etag: row.sha256,
    maxAgeSeconds: day,
  };
}
