import { describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { sortByTime } from '#domain/reports/photos/photo-order.ts';
import { isTimeDoubtful, movedTimes } from '#domain/reports/photos/photo-time.ts';
import { mine } from '#server/db/scope.ts';
import { cameraJpeg, landscapeHeic, portraitHeic, turnedJpeg } from '#server/files/photos-for-tests.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as editing from '../editing-contract.ts';
import { publishReport } from '../publishing-contract.ts';
import { getMedia } from '../reading-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);
const taken = (clock: string, more: Record<string, string> = {}) =>
  cameraJpeg({ IFD2: { DateTimeOriginal: `2030:03:20 ${clock}`, ...more } });
type Times = Partial<Record<'camera_time' | 'camera_offset' | 'file_time', string>>;

/** Adds a photo to the unsorted ones; its name is its caption. */
function upload(owner: TestUser, id: string, bytes: Uint8Array, name: string, times: Times = {}) {
  const sent = {
    id,
    media_id: newId(),
    item_id: '' as const,
    caption: name,
    file: fileOf(bytes, name),
    ...times,
  };
  return owner.request(editing.addMedia, sent);
}

const unsorted = async (owner: TestUser, id: string) => (await readFull(owner, id)).unsorted;
const names = (media: readonly { caption: string }[]) => media.map(({ caption }) => caption);

describe('photos of several cameras', () => {
  test('are in the order in which they were taken: mixed offsets, none at all, fractions of a second', async () => {
    const { owner, report } = await written();
    const shots: Record<string, Buffer> = {
      '4': await taken('10:04:00', { SubSecTimeOriginal: '9' }),
      '2': await taken('10:03:00', { OffsetTimeOriginal: '-04:00', OffsetTime: '+01:00' }),
      '5': await taken('10:05:00', { OffsetTimeOriginal: '-04:00' }),
      '3': await taken('10:04:00', { SubSecTimeOriginal: '48' }),
      '1': await taken('10:02:00'),
    };
    for (const name of ['4', '2', '5', '3', '1']) {
      const bytes = shots[name] ?? Buffer.alloc(0);
      expect((await upload(owner, report.id, bytes, name)).status).toBe(200);
    }
    const media = await unsorted(owner, report.id);
    expect(names(media)).toEqual(['1', '2', '3', '4', '5']);
    expect(names(sortByTime(media))).toEqual(['1', '2', '3', '4', '5']);
    expect(media.map(({ taken_at }) => taken_at)).toEqual([
      '2030-03-20T14:02:00.000Z',
      '2030-03-20T14:03:00.000Z',
      '2030-03-20T14:04:00.480Z',
      '2030-03-20T14:04:00.900Z',
      '2030-03-20T14:05:00.000Z',
    ]);
    expect(media.every(({ time_source }) => time_source === 'camera')).toBe(true);
  });

  test('keep their times where the browser sends smaller copies without EXIF', async () => {
    const { owner, report } = await written();
    const copy = await cameraJpeg();
    await upload(owner, report.id, copy, 'b', { camera_time: '2030-03-20T10:04:00.9' });
    await upload(owner, report.id, copy, 'c', {
      camera_time: '2030-03-20T16:05:00',
      camera_offset: '+02:00',
    });
    await upload(owner, report.id, copy, 'a', { camera_time: '2030-03-20T10:04:00.48' });
    expect(names(await unsorted(owner, report.id))).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['camera_time', '2030-02-30T10:00:00'],
    ['camera_time', '0000-00-00T00:00:00'],
    ['camera_time', '2030:03:20 10:00:00'],
    ['camera_offset', '+19:00'],
    ['camera_offset', 'America/New_York'],
    ['file_time', '1'],
    ['file_time', '2030-03-20T10:00:00'],
    ['file_time', '2030-02-30T10:00:00.000Z'],
  ] as const)('are refused with %s %s, which is no time, and nothing is stored', async (field, value) => {
    const { owner, report } = await written();
    const { error } = await upload(owner, report.id, await cameraJpeg(), 'x', { [field]: value });
    expect(error?.type).toBe('BAD_USER_INPUT');
    expect(Object.keys(error?.details ?? {})).toEqual([field]);
    expect(await unsorted(owner, report.id)).toEqual([]);
  });
});

describe('photos without a usable time', () => {
  const mixed = async () => {
    const made = await written();
    const { owner, report } = made;
    const file_time = '2030-03-20T13:15:00.000Z';
    const gps = { GPSLatitudeRef: 'N', GPSLatitude: '40/1 42/1 0/1' };
    const none = { IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } };
    const reset = { IFD2: { DateTimeOriginal: '2012:01:01 00:00:00' } };
    const later = { IFD2: { DateTimeOriginal: '2030:03:20 09:20:00' }, IFD3: gps };
    await upload(owner, report.id, await cameraJpeg(later), 'gps', { file_time });
    await upload(owner, report.id, await cameraJpeg(none), 'zeros', {
      file_time: '2030-03-20T13:16:00.000Z',
    });
    await upload(owner, report.id, await cameraJpeg(reset), 'reset', { file_time });
    await upload(owner, report.id, await cameraJpeg(), 'live', { file_time });
    return made;
  };

  test('have the date of the file, marked, and the order stays after a reload', async () => {
    const { owner, report } = await mixed();
    const media = sortByTime(await unsorted(owner, report.id));
    expect(media.map(({ caption, taken_at, time_source }) => [caption, taken_at, time_source])).toEqual([
      ['reset', '2012-01-01T05:00:00.000Z', 'camera'],
      ['live', '2030-03-20T13:15:00.000Z', 'file'],
      ['zeros', '2030-03-20T13:16:00.000Z', 'file'],
      ['gps', '2030-03-20T13:20:00.000Z', 'camera'],
    ]);
    expect(sortByTime(await unsorted(owner, report.id))).toEqual(media);
  });

  test('years off are marked, and all move together by hand', async () => {
    const { owner, report } = await mixed();
    await upload(
      owner,
      report.id,
      await cameraJpeg({ IFD2: { DateTimeOriginal: '2012:01:01 00:10:30' } }),
      'next',
    );
    const full = await readFull(owner, report.id);
    const inspected = asInstant('2030-03-20T14:00:00.000Z');
    const doubtful = full.unsorted.filter((photo) => isTimeDoubtful(photo, inspected));
    expect(names(sortByTime(doubtful))).toEqual(['reset', 'next']);
    const moves = movedTimes(doubtful, asInstant('2030-03-20T13:17:00.000Z'));
    await saves(
      owner,
      full,
      moves.map(({ id, taken_at }) => op({ type: 'update_media', media_id: id, changes: { taken_at } })),
    );
    const media = sortByTime(await unsorted(owner, report.id));
    expect(names(media)).toEqual(['live', 'zeros', 'reset', 'gps', 'next']);
    expect(media.find(({ caption }) => caption === 'next')).toMatchObject({
      taken_at: '2030-03-20T13:27:30.000Z',
      time_source: 'person',
    });
  });
});

test('a batch of 40 with every orientation and HEIC is stored whole and upright', async () => {
  const { owner, report } = await written();
  const ways = [1, 3, 6, 8] as const;
  const batch = [
    ...(await Promise.all(Array.from({ length: 37 }, (_, n) => turnedJpeg(ways[n % 4] ?? 1)))).map(
      (bytes, n) => ({ bytes, name: `IMG_${n}.jpg`, size: [60, 40] }),
    ),
    { bytes: portraitHeic(), name: 'portrait.heic', size: [48, 64] },
    { bytes: landscapeHeic(), name: 'really-heic.jpg', size: [64, 48] },
    {
      bytes: await cameraJpeg({ IFD1: { Orientation: '6', Compression: '6' } }),
      name: 'turned.jpg',
      size: [60, 40],
    },
  ];
  for (const { bytes, name } of batch) expect((await upload(owner, report.id, bytes, name)).status).toBe(200);
  const media = await unsorted(owner, report.id);
  expect(media).toHaveLength(40);
  expect(new Map(media.map(({ caption, width, height }) => [caption, [width, height]]))).toEqual(
    new Map(batch.map(({ name, size }) => [name, size])),
  );
}, 60_000);

describe('moving photos', () => {
  const withPhotos = async () => {
    const made = await written();
    const { owner, report } = made;
    for (const clock of ['10:02:00', '10:00:00', '10:01:00'])
      await upload(owner, report.id, await taken(clock), clock.slice(0, 5));
    const full = await readFull(owner, report.id);
    const place = (media_ids: string[], item_id: string | null, comment_id: string | null = null) =>
      op({ type: 'place_media', media_ids, item_id, comment_id });
    const itemNow = async () =>
      (await readFull(owner, report.id)).sections
        .flatMap((section) => section.items)
        .find((item) => item.id === made.comment.item_id);
    return { ...made, full, place, itemNow, ids: full.unsorted.map(({ id }) => id) };
  };

  test('puts several into a comment in the order of their times, and back', async () => {
    const { owner, report, full, comment, ids, place, itemNow } = await withPhotos();
    const first = place(ids, comment.item_id, comment.id);
    const { rev } = await saves(owner, full, [first]);
    // The answer was lost and the request comes again: nothing changes.
    expect((await saves(owner, full, [first])).rev).toBe(rev);
    const item = await itemNow();
    expect(names(item?.media ?? [])).toEqual(['10:00', '10:01', '10:02']);
    expect(item?.media.every(({ comment_id }) => comment_id === comment.id)).toBe(true);
    expect(await unsorted(owner, report.id)).toEqual([]);
    await saves(owner, { id: report.id, rev }, [place([ids[1] ?? ''], null)]);
    expect(names(await unsorted(owner, report.id))).toEqual(['10:01']);
    expect(names((await itemNow())?.media ?? [])).toEqual(['10:00', '10:02']);
  });

  test('changes nothing if the item or all the photos are gone; if the comment is, they stay with its item', async () => {
    const { owner, report, full, comment, ids, place, itemNow } = await withPhotos();
    const { results, rev } = await saves(owner, full, [
      place(ids, newId()),
      place([newId()], comment.item_id),
      op({ type: 'remove_comment', comment_id: comment.id }),
    ]);
    expect(results.map(({ refused }) => refused !== null)).toEqual([true, true, false]);
    expect(await unsorted(owner, report.id)).toHaveLength(3);
    await saves(owner, { id: report.id, rev }, [place([...ids, newId()], comment.item_id, comment.id)]);
    expect((await itemNow())?.media.map(({ comment_id }) => comment_id)).toEqual([null, null, null]);
  });

  test('never reaches photos of another report', async () => {
    const { ids, place, owner, report } = await withPhotos();
    const other = await written();
    const full = await readFull(other.owner, other.report.id);
    const { results } = await saves(other.owner, full, [place(ids, other.comment.item_id)]);
    expect(results[0]?.refused).not.toBeNull();
    expect(await unsorted(owner, report.id)).toHaveLength(3);
  });
});

test('readers never see unsorted photos', async () => {
  const { owner, report } = await written({ open: true });
  await upload(owner, report.id, await cameraJpeg(), 'x');
  const [photo] = await unsorted(owner, report.id);
  const row = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'report_media')
      .where('id', '=', photo?.id ?? '')
      .select('public_id')
      .executeTakeFirstOrThrow(),
  );
  await owner.call(publishReport, { confirmed: true, id: report.id, without_sending: true });
  const { status } = await testApp.visitor.request(getMedia, {
    reportId: report.public_id,
    mediaId: row.public_id,
    size: 'thumb',
  });
  expect(status).toBe(404);
});
