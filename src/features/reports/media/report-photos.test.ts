import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as editing from '../editing-contract.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { readFull } from '../report-for-tests.ts';
import { photoWithGps, setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written, readPublic } = setUpReportsCompany(testApp);

/** Returns a function that counts the files added to the store since this call. */
function bytesKept(): () => number {
  const { files } = testApp.runtime;
  let count = 0;
  const { put, remove } = files;
  Object.assign(files, {
    put: (...given: Parameters<typeof put>) => {
      count += 1;
      return put.apply(files, given);
    },
    remove: (key: string) => {
      count -= 1;
      return remove.call(files, key);
    },
  });
  onTestFinished(() => void Object.assign(files, { put, remove }));
  return () => count;
}

describe('a photo canceled during its upload', () => {
  const setUp = async () => {
    const { owner, report, comment } = await written({ open: true });
    const sent = { id: report.id, media_id: newId(), item_id: comment.item_id, file: await photoWithGps() };
    const op = { op_id: newId(), type: 'remove_media' as const, media_id: sent.media_id };
    const removePhoto = () => owner.call(editing.patchReport, { id: report.id, rev: report.rev, ops: [op] });
    const inReport = async () =>
      (await readFull(owner, report.id)).sections.flatMap((section) =>
        section.items.flatMap((item) => item.media.map((one) => one.id)),
      );
    return { owner, sent, removePhoto, inReport };
  };

  test('is refused if it arrives after its removal, and leaves no files', async () => {
    const { owner, sent, removePhoto, inReport } = await setUp();
    const bytes = bytesKept();
    const { results } = await removePhoto();
    expect(results[0]?.refused).not.toBeNull();
    expect((await owner.request(editing.addMedia, sent)).error?.type).toBe('CONFLICT');
    expect(await inReport()).toEqual([]);
    expect(bytes()).toBe(0);
  });

  test('is not in the report in either order, even at the same moment', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { owner, sent, removePhoto, inReport } = await setUp();
      await Promise.all([owner.request(editing.addMedia, sent), removePhoto()]);
      expect(await inReport()).toEqual([]);
    }
  });
});

describe('photos', () => {
  test('are stored in three sizes without GPS position; resending one changes nothing', async () => {
    const { owner, report, comment } = await written({ open: true });
    const media_id = newId();
    const sent = {
      id: report.id,
      media_id,
      item_id: comment.item_id,
      comment_id: comment.id,
      caption: 'Rear slope',
    };
    const [a, b] = await Promise.all(
      [1, 2].map(async () => owner.call(editing.addMedia, { ...sent, file: await photoWithGps() })),
    );
    expect(a?.media).toEqual(b?.media);
    const again = await owner.call(editing.addMedia, { ...sent, file: await photoWithGps() });
    expect(again.media).toEqual(a?.media);
    expect(again.rev).toBe(2);
    const media = a?.media;
    expect(media).toMatchObject({
      id: media_id,
      width: 1600,
      height: 1200,
      caption: 'Rear slope',
      comment_id: comment.id,
    });
    const public_id = media?.public_id ?? '';
    const get = (size: 'large' | 'medium' | 'thumb', t?: string) =>
      testApp.visitor.request(reading.getMedia, {
        reportId: report.public_id,
        mediaId: public_id,
        size,
        ...(t ? { t } : {}),
      });
    expect((await get('thumb')).status).toBe(423);
    const thumb = await get('thumb', report.team_pass);
    expect(thumb.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400',
    });
    expect(await sharp(thumb.raw).metadata()).toMatchObject({ width: 320, height: 240 });
    const large = await sharp((await get('large', report.team_pass)).raw).metadata();
    expect(large).toMatchObject({ width: 1600 });
    expect(large.exif).toBeUndefined();
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    expect((await get('medium')).status).toBe(200);
    const shown = (await readPublic(report)).sections[0]?.items[0]?.comments[0]?.photos;
    expect(shown).toMatchObject([{ id: public_id, caption: 'Rear slope' }]);

    await owner.call(editing.changeMedia, {
      id: report.id,
      mediaId: media_id,
      caption: 'Ridge',
      annotations: [
        {
          kind: 'arrow',
          points: [
            [0.1, 0.1],
            [0.5, 0.5],
          ],
        },
      ],
    });
    await owner.call(editing.removeMedia, { id: report.id, mediaId: media_id });
    await owner.call(editing.removeMedia, { id: report.id, mediaId: media_id });
    expect(
      (await readFull(owner, report.id)).sections.flatMap((section) =>
        section.items.flatMap((item) => item.media),
      ),
    ).toEqual([]);
    expect((await get('medium')).status).toBe(200);
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    expect((await get('medium')).status).toBe(404);
  });

  test.each([
    ['2024:02:29 09:12:44', '+14:00', '2024-02-28T19:12:44.000Z'],
    // The offset does not exist, so the company's time zone (New York) is assumed.
    ['2024:02:29 09:12:44', '+16:00', '2024-02-29T14:12:44.000Z'],
    ['2024:02:30 09:12:44', '-05:00', null],
    ['0001:01:01 00:00:00', '+14:00', null],
  ])('taken at %s %s are stored, with a time only if it is valid', async (clock, offset, at) => {
    const { owner, report, comment } = await written();
    const camera = { DateTimeOriginal: clock, ...(offset ? { OffsetTimeOriginal: offset } : {}) };
    const sent = { media_id: newId(), file: await photoWithGps('roof.jpg', camera) };
    await owner.call(editing.addMedia, { id: report.id, item_id: comment.item_id, ...sent });
    const row = await testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'report_media').where('id', '=', sent.media_id).select('taken_at').executeTakeFirst(),
    );
    expect(row?.taken_at).toBe(at);
  });

  test('rejected by the database leave no files', async () => {
    const { owner, report, comment } = await written();
    const bytes = bytesKept();
    const place = { id: report.id, media_id: newId(), item_id: comment.item_id };
    const refused = await owner.request(editing.addMedia, {
      ...place,
      file: await photoWithGps('ro\0of.jpg'),
    });
    expect(refused.error?.type).toBe('BAD_USER_INPUT');
    expect(bytes()).toBe(0);
  });

  test('of an unsupported type are refused with a field error', async () => {
    const { owner, report, comment } = await written();
    const send = (file: File, more = {}) =>
      owner.request(editing.addMedia, {
        id: report.id,
        media_id: newId(),
        item_id: comment.item_id,
        file,
        ...more,
      });
    expect((await send(new File(['<script>'], 'x.png', { type: 'image/png' }))).error?.type).toBe(
      'UNSUPPORTED_FILE',
    );
    expect((await send(await photoWithGps(), { item_id: newId() })).error?.details).toEqual({
      item_id: 'This was removed from the report',
    });
    const staff = await testApp.create.member(owner, { type: 'staff' });
    const refused = await staff.request(editing.addMedia, {
      id: report.id,
      media_id: newId(),
      item_id: comment.item_id,
      file: await photoWithGps(),
    });
    expect(refused.error?.type).toBe('FORBIDDEN');
  });
});
