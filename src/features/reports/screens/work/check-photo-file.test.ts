import { expect, test } from 'vitest';
import { checkPhotoFile } from './check-photo-file.ts';

const file = (head: string, bytes = 100) => {
  const content = new Uint8Array(bytes);
  for (const [i, letter] of [...head].entries()) content[i] = letter.charCodeAt(0);
  return new Blob([content], { type: 'image/png' });
};

test.each([
  ['a JPEG', '\xff\xd8\xff\xe0', null],
  ['a PNG', '\x89PNG\r\n\x1a\n', null],
  ['a WebP', 'RIFF\0\0\0\0WEBPVP8 ', null],
  ['a HEIC', '\0\0\0\x18ftypheic', null],
  ['a PDF named .png', '%PDF-1.7', 'type'],
  ['a script named .png', '<script>alert(1)</script>', 'type'],
  ['a video', '\0\0\0\x18ftypisom\0\0\0\0mp41', 'type'],
  ['an empty file', '', 'type'],
])('checks %s by its first bytes', async (_, head, problem) => {
  expect(await checkPhotoFile(file(head))).toBe(problem);
});

test('rejects a photo of more than 25 MB as too large', async () => {
  expect(await checkPhotoFile(file('\xff\xd8\xff', 25 * 1024 * 1024))).toBeNull();
  expect(await checkPhotoFile(file('\xff\xd8\xff', 25 * 1024 * 1024 + 1))).toBe('size');
});
