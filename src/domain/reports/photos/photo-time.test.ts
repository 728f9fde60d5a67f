import { describe, expect, test } from 'vitest';
import { asInstant, asZone } from '../../base/time.ts';
import type { ReportMedia } from '../reports.ts';
import { insertedByTime, sortByTime } from './photo-order.ts';
import { cameraInstant, isTimeDoubtful, movedTimes, photoTime, readCameraTime } from './photo-time.ts';

const newYork = asZone('America/New_York');
const at = (id: string, taken_at: string | null) => ({ id, taken_at });

describe('the time a photo was taken', () => {
  test('is that of the camera with its own offset and fraction, in the company’s zone without one', () => {
    const tags = [
      { DateTimeOriginal: '2030:03:20 10:02:00' },
      { DateTimeOriginal: '2030:03:20 10:03:00', OffsetTimeOriginal: '-04:00', OffsetTime: '+01:00' },
      { DateTimeOriginal: '2030:03:20 10:04:00', SubSecTimeOriginal: '48' },
      { DateTimeOriginal: '2030:03:20 10:04:00', SubSecTimeOriginal: '9' },
      { DateTimeOriginal: '2030:03:20 10:05:00', OffsetTimeOriginal: '-04:00' },
    ];
    expect(
      tags.map((each) => {
        const camera = readCameraTime(each);
        return camera && cameraInstant(camera, newYork);
      }),
    ).toEqual([
      '2030-03-20T14:02:00.000Z',
      '2030-03-20T14:03:00.000Z',
      '2030-03-20T14:04:00.480Z',
      '2030-03-20T14:04:00.900Z',
      '2030-03-20T14:05:00.000Z',
    ]);
  });

  test('is the date of the file, marked, where the camera recorded none or nonsense', () => {
    const file = asInstant('2030-03-20T13:15:00.000Z');
    for (const date of ['0000:00:00 00:00:00', '2030:02:30 10:00:00', '    :  :     :  :  ', '', undefined])
      expect(photoTime({ camera: readCameraTime({ DateTimeOriginal: date }), file }, newYork)).toEqual({
        taken_at: file,
        time_source: 'file',
      });
    expect(photoTime({ camera: null, file: null }, newYork)).toEqual({ taken_at: null, time_source: null });
  });

  test('falls back to the time it was digitized, never to that of an editing program', () => {
    const digitized = { CreateDate: '2030:03:20 10:02:00', OffsetTimeDigitized: '+02:00' };
    expect(readCameraTime({ ...digitized, ModifyDate: '2031:01:01 00:00:00' })).toEqual({
      local: '2030-03-20T10:02:00',
      offset: '+02:00',
    });
    expect(readCameraTime({ ModifyDate: '2031:01:01 00:00:00' })).toBeNull();
  });

  test('is doubtful years away from the inspection', () => {
    const inspected = asInstant('2030-03-20T14:00:00.000Z');
    expect(isTimeDoubtful({ taken_at: '2012-01-01T05:00:00.000Z' }, inspected)).toBe(true);
    expect(isTimeDoubtful({ taken_at: '2035-01-01T05:00:00.000Z' }, inspected)).toBe(true);
    expect(isTimeDoubtful({ taken_at: '2030-03-19T05:00:00.000Z' }, inspected)).toBe(false);
    expect(isTimeDoubtful({ taken_at: null }, inspected)).toBe(false);
  });
});

test('sorting is by time, without one last, and the same every time', () => {
  const photos = [
    at('4', null),
    at('2', '2030-03-20T14:00:00.100Z'),
    at('1', '2030-03-20T14:00:00.100Z'),
    at('3', '2030-03-20T14:00:00.010Z'),
  ];
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  expect(ids(sortByTime(photos))).toEqual(['3', '1', '2', '4']);
  expect(ids(sortByTime(photos.toReversed()))).toEqual(['3', '1', '2', '4']);
});

test('moving times keeps the distances between photos', () => {
  const photos = [at('b', '2012-01-01T00:05:00.500Z'), at('a', '2012-01-01T00:00:00.000Z'), at('c', null)];
  const first = asInstant('2030-03-20T14:00:00.000Z');
  expect(movedTimes(photos, first)).toEqual([
    at('a', '2030-03-20T14:00:00.000Z'),
    at('b', '2030-03-20T14:05:00.500Z'),
    at('c', '2030-03-20T14:00:00.000Z'),
  ]);
});

test('a photo is inserted by time among those of its comment, and an order made by hand stays', () => {
  const media = (id: string, comment_id: string | null, minute: number, position: number) =>
    ({
      id,
      comment_id,
      position,
      taken_at: `2030-03-20T14:${String(minute).padStart(2, '0')}:00.000Z`,
    }) as ReportMedia;
  const list = [
    media('late', 'x', 50, 0),
    media('early', 'x', 10, 1),
    media('other', 'y', 5, 2),
    media('last', 'x', 40, 3),
  ];
  const ids = (photo: ReportMedia) => insertedByTime(list, photo).map(({ id }) => id);
  expect(ids(media('new', 'x', 20, 9))).toEqual(['late', 'early', 'other', 'new', 'last']);
  expect(ids(media('new', 'x', 59, 9))).toEqual(['late', 'early', 'other', 'last', 'new']);
  expect(ids(media('new', 'y', 1, 9))).toEqual(['late', 'early', 'new', 'other', 'last']);
  expect(insertedByTime(list, media('new', null, 1, 9)).map(({ position }) => position)).toEqual([
    0, 1, 2, 3, 4,
  ]);
});
