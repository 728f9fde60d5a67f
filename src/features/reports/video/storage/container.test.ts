import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { maxVideoMs, videoFacts, videoTypeOf } from './container.ts';

// Recorded by a browser, a second and a half each; neither has its duration where a finished file has it.
const webm = readFileSync(new URL('../samples/film.webm', import.meta.url));
const mp4 = readFileSync(new URL('../samples/film.mp4', import.meta.url));

const durationOf = (bytes: Buffer) =>
  videoFacts(async (start, length) => bytes.subarray(start, start + length), bytes.byteLength);
const factsOf = async (bytes: Buffer) => whole(await durationOf(bytes));

function whole(facts: Awaited<ReturnType<typeof durationOf>>) {
  if (facts === 'cut') throw new Error('it is cut off');
  return facts;
}

/** An MP4 box with this content. */
function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.byteLength + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value, i * 4);
  });
  return bytes;
}

/** A finished MP4 as phones write it: the media data first, the index after it. */
function film(seconds: number, brand = 'isom', handler = 'vide'): Buffer {
  const track = box('trak', box('mdia', box('hdlr', uint32s(0, 0), Buffer.from(handler), uint32s(0, 0, 0))));
  return Buffer.concat([
    box('ftyp', Buffer.from(brand), uint32s(0x200)),
    box('mdat', Buffer.alloc(5000, 7)),
    box('moov', box('mvhd', uint32s(0, 0, 0, 600, seconds * 600)), track),
  ]);
}

/** The file as a browser streams it: the total duration was never written. */
function recorded(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67])) + 4;
  const unknown = Buffer.from([1, 255, 255, 255, 255, 255, 255, 255]);
  return Buffer.concat([bytes.subarray(0, at), unknown, bytes.subarray(at + 8)]);
}

describe('video detection', () => {
  test('reads videos recorded by browsers', async () => {
    const [a, b] = [await factsOf(webm), await factsOf(mp4)];
    expect(a?.type).toBe('video/webm');
    expect(a?.duration_ms).toBeGreaterThan(1000);
    expect(a?.duration_ms).toBeLessThan(2000);
    expect(b?.type).toBe('video/mp4');
    expect(b?.duration_ms).toBeLessThan(2000);
  });

  test('reads videos recorded by phones', async () => {
    expect(await factsOf(film(12))).toEqual({ type: 'video/mp4', duration_ms: 12_000 });
    expect(await factsOf(film(180, 'qt  '))).toEqual({ type: 'video/quicktime', duration_ms: 180_000 });
    expect((await factsOf(film(182)))?.duration_ms).toBeGreaterThan(maxVideoMs);
  });

  test('rejects other files', async () => {
    for (const bytes of [
      film(12, 'heic'),
      film(12, 'M4A '),
      film(12, 'isom', 'soun'),
      film(0),
      webm.subarray(0, 60),
      Buffer.from('<script>alert(1)</script>'),
      Buffer.from('\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska', 'latin1'),
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(0),
      Buffer.concat([mp4.subarray(0, 40), Buffer.alloc(400, 255)]),
    ]) {
      expect(await factsOf(bytes)).toBeNull();
    }
  });

  test('rejects files made to be expensive to read, with few reads', async () => {
    let reads = 0;
    const counted = async (bytes: Buffer) =>
      whole(
        await videoFacts(async (start, length) => {
          reads += 1;
          return bytes.subarray(start, start + length);
        }, bytes.byteLength),
      );
    const head = film(12).subarray(0, 16);
    // Twenty thousand adjacent boxes, and many boxes far apart.
    expect(await counted(Buffer.concat([head, ...Array(20_000).fill(box('free'))]))).toBeNull();
    expect(reads).toBeLessThan(10);
    reads = 0;
    const step = 300_000;
    const far = async (start: number, length: number) => {
      reads += 1;
      const bytes = Buffer.alloc(length);
      if (start < 16) head.copy(bytes, 0, start);
      for (let at = Math.ceil(start / step) * step; at < start + length; at += step)
        if (at > 0) uint32s(step).copy(bytes, at - start);
      if (start < 16) uint32s(step - 16).copy(bytes, 16);
      return bytes;
    };
    expect(await videoFacts(far, 699 * step)).toBeNull();
    expect(reads).toBeLessThan(510);
    const track = box('trak', box('mdia', box('hdlr', uint32s(0, 0), Buffer.from('vide'))));
    const moov = (...parts: Buffer[]) =>
      Buffer.concat([head, box('moov', box('mvhd', uint32s(0, 0, 0, 600, 7200)), ...parts)]);
    expect((await counted(moov(...Array(64).fill(track))))?.duration_ms).toBe(12_000);
    expect(await counted(moov(...Array(65).fill(track)))).toBeNull();
    // A million empty elements in the last cluster of a video without a duration.
    const cluster = webm.lastIndexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]));
    const idle = Buffer.concat([recorded(webm).subarray(0, cluster + 4), Buffer.from([0xff])]);
    idle.writeFloatBE(0, idle.indexOf(Buffer.from([0x44, 0x89, 0x84])) + 3);
    const played = Buffer.concat([idle, Buffer.from([0xe7, 0x81, 0x05])]);
    expect((await counted(played))?.duration_ms).toBe(5);
    const voids = Buffer.alloc(2_000_000, Buffer.from([0xec, 0x80]));
    expect(await counted(Buffer.concat([played, voids]))).toBeNull();
  });

  test('detects a missing end, wherever the file is cut', async () => {
    const phone = film(12);
    for (const bytes of [phone, mp4, webm, recorded(webm)]) {
      expect((await factsOf(bytes))?.duration_ms).toBeGreaterThan(0);
      for (const missing of [1, 7, 100, 400])
        expect(await durationOf(bytes.subarray(0, bytes.length - missing))).toBe('cut');
    }
    // The index comes last: there is not even a duration.
    expect(await durationOf(phone.subarray(0, 3000))).toBe('cut');
    // Data after the end of a video is ignored.
    expect((await factsOf(Buffer.concat([webm, Buffer.alloc(40)])))?.type).toBe('video/webm');
  });

  test('accepts media data that contain a cluster mark by chance', async () => {
    const mark = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
    const block = Buffer.concat([Buffer.from([0xa3, 0x8c, 0x81, 0, 1, 0]), mark, Buffer.alloc(4, 9)]);
    expect((await factsOf(Buffer.concat([recorded(webm), block])))?.type).toBe('video/webm');
    expect(await durationOf(Buffer.concat([recorded(webm), block]).subarray(0, -1))).toBe('cut');
  });

  test('detects the type by the first bytes alone', () => {
    expect(videoTypeOf(webm.subarray(0, 64))).toBe('video/webm');
    expect(videoTypeOf(mp4.subarray(0, 64))).toBe('video/mp4');
    expect(videoTypeOf(Buffer.from('RIFF0000AVI LIST'))).toBeNull();
  });
});
