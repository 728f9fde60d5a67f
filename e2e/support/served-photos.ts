import { type APIRequestContext, expect } from '@playwright/test';
import { processPhoto } from '#server/files/photos.ts';
import { sha256Hex } from '#server/ids.ts';
import type { Api } from './api.ts';

/** A photo of a report as the server has it: the hash of its picture without marks, and the kinds of its marks. */
export interface ServedPhoto {
  id: string;
  sha256: string;
  marks: string[];
}

interface Report {
  public_id: string;
  team_pass: string;
  sections: { items: { media: { id: string; public_id: string; annotations: { kind: string }[] }[] }[] }[];
}

/** Downloads all photos that are in items of a report. */
export async function servedPhotos(
  request: APIRequestContext,
  { ask }: Api,
  reportId: string,
): Promise<ServedPhoto[]> {
  const report = await ask<Report>('GET', `/v2/reports2/${reportId}`);
  const media = report.sections.flatMap((section) => section.items.flatMap((item) => item.media));
  const served: ServedPhoto[] = [];
  for (const { id, public_id, annotations } of media) {
    const params = { t: report.team_pass, original: 'true' };
    const answer = await request.get(`/api/v2/reports/${report.public_id}/media/${public_id}/large`, {
      params,
    });
    expect(answer.status()).toBe(200);
    served.push({
      id,
      sha256: sha256Hex(await answer.body()),
      marks: annotations.map((mark) => mark.kind),
    });
  }
  return served;
}

/** The hash that the server's picture of a photo has, if exactly these bytes arrived. */
export async function hashAsStored(photo: Uint8Array): Promise<string> {
  return (await processPhoto(photo)).large.sha256;
}
