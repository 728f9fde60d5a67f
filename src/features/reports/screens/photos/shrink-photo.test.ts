import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shrinkPhoto } from './shrink-photo.ts';

/** A decoded picture, which takes memory until it is closed. */
class Picture {
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    [this.width, this.height] = [width, height];
    open.add(this);
  }
  close(): void {
    open.delete(this);
  }
}
const open = new Set<object>();
/** The sizes in which pictures were decoded. */
let sizes: string[];
/** The size to which the browser reduces the photo while it decodes it. */
let reduced: [number, number];
let isComplete: boolean;

class ImageDecoder {
  constructor() {
    open.add(this);
  }
  decode = async () => ({ image: new Picture(...reduced), complete: isComplete });
  close = () => void open.delete(this);
}

beforeEach(() => {
  open.clear();
  [sizes, reduced, isComplete] = [[], [2520, 1890], true];
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('ImageDecoder', ImageDecoder);
  vi.stubGlobal('VideoFrame', { prototype: { rotation: 0 } });
  vi.stubGlobal('createImageBitmap', async (source: Picture | File) => {
    const made =
      source instanceof Picture ? new Picture(source.width, source.height) : new Picture(4032, 3024);
    sizes.push(`${made.width}x${made.height}`);
    return made;
  });
  const canvas = () => ({
    getContext: () => ({ fillRect: () => {}, drawImage: () => {} }),
    toBlob(this: { width: number; height: number }, done: (blob: Blob) => void) {
      done(new Blob([`${this.width}x${this.height}`]));
    },
  });
  vi.stubGlobal('document', { createElement: canvas });
});
afterEach(() => vi.unstubAllGlobals());

const photo = (bytes = 3_000_000, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], 'a.jpg', { type });
/** The size of the photo that is sent and of its thumbnail. */
async function shrunk(file: File): Promise<(string | undefined)[]> {
  const { file: sent, thumb } = await shrinkPhoto(file, 2);
  return [sent === file ? 'unchanged' : await sent.text(), await thumb?.text()];
}

test('a photo is decoded no larger than needed, and nothing of it stays in memory', async () => {
  expect(await shrunk(photo())).toEqual(['1600x1200', '320x240']);
  expect(sizes).toEqual(['2520x1890']);
  expect(open.size).toBe(0);
});

test('the thumbnail is no larger than a tile shows it on this screen', async () => {
  vi.stubGlobal('devicePixelRatio', 1);
  expect(await shrunk(photo())).toEqual(['1600x1200', '200x150']);
});

test('a photo that is small enough is sent unchanged, with a thumbnail', async () => {
  reduced = [504, 378];
  expect(await shrunk(photo(300_000))).toEqual(['unchanged', '320x240']);
  expect(sizes).toEqual(['504x378']);
  expect(open.size).toBe(0);
});

test.each([
  ['the browser reduces it too far', () => (reduced = [1512, 1134])],
  ['it is incomplete', () => (isComplete = false)],
  ['the browser would not turn it upright', () => vi.stubGlobal('VideoFrame', { prototype: {} })],
  [
    'the browser cannot reduce',
    () =>
      vi.stubGlobal(
        'ImageDecoder',
        class {
          decode = () => Promise.reject();
          close() {}
        },
      ),
  ],
])('a photo is decoded whole if %s', async (_why, happens) => {
  happens();
  expect(await shrunk(photo())).toEqual(['1600x1200', '320x240']);
  expect(sizes.at(-1)).toBe('4032x3024');
  expect(open.size).toBe(0);
});

test('a file that no browser can read is sent as it is', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not a picture')));
  expect(await shrunk(photo())).toEqual(['unchanged', undefined]);
  expect(open.size).toBe(0);
});
