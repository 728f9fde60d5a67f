import { beforeEach, expect, test, vi } from 'vitest';
import { checkVideoFile } from './check-video-file.ts';
import { readVideoPreview } from './read-video-preview.ts';

vi.mock('./read-video-preview.ts', () => ({ readVideoPreview: vi.fn() }));

const poster = new Blob(['jpeg'], { type: 'image/jpeg' });
beforeEach(() => void vi.mocked(readVideoPreview).mockResolvedValue({ seconds: 12, poster }));

const file = (head: string, bytes = 100) => {
  const content = new Uint8Array(bytes);
  for (const [i, letter] of [...head].entries()) content[i] = letter.charCodeAt(0);
  return new Blob([content], { type: 'video/mp4' });
};

test.each([
  ['an MP4', '\0\0\0\x18ftypisom', null],
  ['a MOV', '\0\0\0\x14ftypqt  ', null],
  ['a WebM', '\x1a\x45\xdf\xa3\x93\x42\x82\x84webm', null],
  ['a Matroska', '\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska', 'type'],
  ['a HEIC', '\0\0\0\x18ftypheic', 'type'],
  ['an audio file', '\0\0\0\x18ftypM4A ', 'type'],
  ['a PDF named .mp4', '%PDF-1.7', 'type'],
  ['an empty file', '', 'type'],
])('checks %s by its first bytes', async (_, head, problem) => {
  expect((await checkVideoFile(file(head))).problem).toBe(problem);
});

test('rejects a video of more than 200 MB as too large and one of more than three minutes as too long', async () => {
  const good = file('\0\0\0\x18ftypisom');
  const sized = (bytes: number) =>
    ({ size: bytes, slice: (from: number, to: number) => good.slice(from, to) }) as unknown as Blob;
  expect((await checkVideoFile(sized(200 * 1024 * 1024))).problem).toBeNull();
  expect((await checkVideoFile(sized(200 * 1024 * 1024 + 1))).problem).toBe('size');
  vi.mocked(readVideoPreview).mockResolvedValue({ seconds: 180.4, poster });
  expect(await checkVideoFile(good)).toEqual({ problem: null, poster });
  vi.mocked(readVideoPreview).mockResolvedValue({ seconds: 190, poster });
  expect((await checkVideoFile(good)).problem).toBe('length');
});

test('accepts a video that this browser cannot play, without a poster', async () => {
  vi.mocked(readVideoPreview).mockResolvedValue({ seconds: null, poster: null });
  expect(await checkVideoFile(file('\0\0\0\x14ftypqt  '))).toEqual({ problem: null, poster: null });
});
