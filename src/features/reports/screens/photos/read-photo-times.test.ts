import { expect, test } from 'vitest';
import { cameraJpeg } from '#server/files/photos-for-tests.ts';
import { readPhotoTimes } from './read-photo-times.ts';

const read = async (exif: Record<string, Record<string, string>>, lastModified: number) =>
  readPhotoTimes(
    new File([new Uint8Array(await cameraJpeg(exif))], 'x.jpg', { lastModified }),
    'America/New_York',
  );
const march = Date.parse('2030-03-20T13:15:00.000Z');

test('the browser reads the time of the shot from the original file', async () => {
  const IFD2 = { DateTimeOriginal: '2030:03:20 10:04:00', SubSecTimeOriginal: '48', OffsetTime: '+01:00' };
  expect(await read({ IFD2 }, march)).toEqual({
    camera: { local: '2030-03-20T10:04:00.48', offset: null },
    file_time: '2030-03-20T13:15:00.000Z',
    time: { taken_at: '2030-03-20T14:04:00.480Z', time_source: 'camera' },
  });
});

test('without one it takes the date of the file, but not the first day of a computer’s calendar', async () => {
  expect((await read({ IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } }, march)).time).toEqual({
    taken_at: '2030-03-20T13:15:00.000Z',
    time_source: 'file',
  });
  for (const lastModified of [0, Number.NaN, Date.parse('1980-01-01T00:00:00Z')])
    expect((await read({}, lastModified)).time).toEqual({ taken_at: null, time_source: null });
});
