import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reportProcesses } from '#testing/report-processes.ts';
import { repositoryRoot, requestOnce, requestReply, startChild } from './child.ts';
import type { ReportModel } from './models.ts';
import { charactersWithoutGlyph, closeDocuments, renderReport, renderSmallDocument } from './render.ts';
import type { RenderResult } from './render-child.ts';
import { sampleAgreement, sampleInvoice } from './sample-documents.ts';
import { sampleLogo, samplePicture } from './sample-pictures.ts';
import { hostileTexts, sampleReport } from './sample-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'gable-render-'));
const hasPoppler = spawnSync('which', ['pdftotext']).status === 0;
const pictures = new Map<string, Uint8Array>();
const load = async (id: string) => pictures.get(id) ?? null;

beforeAll(async () => {
  pictures.set('logo', await sampleLogo());
  pictures.set('house', await samplePicture(99, 900, 600));
  for (let n = 0; n < 6; n += 1)
    pictures.set(`photo-${n}`, await samplePicture(n, n % 3 === 1 ? 300 : 400, n % 3 === 1 ? 400 : 300));
});
afterAll(async () => {
  await closeDocuments();
  rmSync(folder, { recursive: true, force: true });
});

/** Simplified and traditional Chinese, Japanese, Korean, Thai, Devanagari, Arabic, Hebrew, Cyrillic, Greek, emoji. */
const scripts = [
  '王小明',
  '陳大文',
  '山田 太郎 ひらがな カタカナ',
  '김민수',
  'สมชาย ใจดี น้ำ',
  'राम शर्मा',
  'محمد علي',
  'שלום כהן',
  'ИВАН ПЕТРОВ',
  'ΝΊΚΟΣ',
  '👩‍👩‍👧',
];

const small: Parameters<typeof sampleReport>[0] = { sections: 3, itemsPerSection: 3, defects: 6, photos: 6 };

function tool(program: string, bytes: Uint8Array, ...options: string[]): string {
  const file = join(folder, 'document.pdf');
  writeFileSync(file, bytes);
  const [first = '', ...rest] = options;
  return execFileSync(program, [...(first ? [first] : []), file, ...rest], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
const wordsOf = (bytes: Uint8Array) => tool('pdftotext', bytes, '-layout', '-').replace(/\s+/g, ' ');
/** Width and height of every image, in page order. */
const imagesIn = (bytes: Uint8Array) =>
  tool('pdfimages', bytes, '-list')
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[2] === 'image')
    .map(([, , , width, height, , , , kind]) => `${width}x${height} ${kind}`);

describe('a report', () => {
  test('is an accessible PDF with the same bytes each time', async () => {
    const [a, b] = await Promise.all([
      renderReport(sampleReport(small), load),
      renderReport(sampleReport(small), load),
    ]);
    expect(a).toMatchObject({ accessible: true, note: null });
    expect(a.pages).toBeGreaterThan(5);
    expect(a.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(a.sha256).toBe(b.sha256);
  });

  test.runIf(hasPoppler)('contains every finding, and every photo unchanged', async () => {
    const model = sampleReport(small);
    const { bytes, pages } = await renderReport(model, load);
    const words = wordsOf(bytes);
    for (const section of model.sections) {
      for (const item of section.items) {
        for (const comment of item.comments) expect(words).toContain(comment.name);
      }
    }
    expect(words).toContain(`Page ${pages} of ${pages}`);
    expect(words).toContain('Prepared for');
    expect(imagesIn(bytes)).toEqual([
      '640x180 image',
      '900x600 jpeg',
      ...['400x300', '300x400', '400x300', '400x300', '300x400', '400x300'].map((size) => `${size} jpeg`),
    ]);
    for (let n = 0; n < 6; n += 1)
      expect(bytes.includes(Buffer.from(pictures.get(`photo-${n}`) ?? 'nothing'))).toBe(true);
    expect(tool('pdfinfo', bytes)).toMatch(/Title: +Home inspection report\n[\s\S]*Tagged: +yes/);
  });

  test.runIf(hasPoppler)('omits monitor-only findings and photos in a summary', async () => {
    const { bytes, accessible } = await renderReport(
      { ...sampleReport(small), mode: 'summary', lang: 'de', paper: 'a4' },
      load,
    );
    expect(accessible).toBe(true);
    const words = wordsOf(bytes);
    expect(words).toContain('Zusammenfassung');
    expect(words).toContain('Covering damaged or missing (1)');
    expect(words).not.toContain('Downspout empties beside the foundation (3)');
    expect(imagesIn(bytes)).toHaveLength(2);
    expect(tool('pdfinfo', bytes)).toContain('A4');
  });

  test.runIf(hasPoppler)('prints any user text literally and never interprets it', async () => {
    const model = sampleReport({ ...small, defects: hostileTexts.length, hostile: true });
    const { bytes, accessible } = await renderReport(model, load);
    expect(accessible).toBe(true);
    const words = wordsOf(bytes);
    expect(words).toContain('#read("/etc/passwd") #import "@preview/x:1.0.0": *');
    expect(words).toContain('$x^2$ *bold* _it_ `code` @ref <label>');
    expect(words).toContain('příliš žluťoučký kůň');
    expect(words).toContain('bellnullhalf end');
    expect(words).not.toContain('root:');
    // No text may leave the page: every line of the long word ends inside the margins.
    const boxes = [...tool('pdftotext', bytes, '-bbox', '-').matchAll(/xMax="([\d.]+)"/g)].map((match) =>
      Number(match[1]),
    );
    expect(Math.max(...boxes)).toBeLessThan(612);
  });

  test.runIf(hasPoppler)('uses our fonts only', async () => {
    const fonts = tool(
      'pdffonts',
      (await renderReport(sampleReport({ ...small, hostile: true, defects: 7 }), load)).bytes,
    );
    const names = fonts
      .split('\n')
      .slice(2, -1)
      .map((line) => line.replace(/^\w+\+/, '').split(/[\s-]/)[0]);
    expect(new Set(names)).toEqual(
      new Set(
        ['Inter', 'IBMPlexSansArabic', 'NotoSansArabic', 'NotoSansHebrew', 'NotoEmoji', 'NotoSans'].filter(
          (name) => names.includes(name),
        ),
      ),
    );
    expect(names).toContain('IBMPlexSansArabic');
  });

  test('is still rendered with a character that no font has, and reports it', async () => {
    const made = await renderReport({ ...sampleReport(small), title: 'ወንድም report' }, load);
    expect(made.accessible).toBe(false);
    expect(made.note).toContain('ወ');
    expect(made.missing).toEqual(['ወ', 'ን', 'ድ', 'ም']);
  });

  test.runIf(hasPoppler)('shows names of every script we ship fonts for, as they were typed', async () => {
    const made = await renderReport({ ...sampleReport(small), title: scripts.join(' · ') }, load);
    expect(made).toMatchObject({ accessible: true, missing: [] });
    // Right-to-left words come out in the order of the page, in marks of direction.
    const text = tool('pdftotext', made.bytes, '-raw', '-').replace(/[\s\u202a-\u202e]+/gu, '');
    for (const word of scripts.flatMap((name) => name.split(' '))) expect(text).toContain(word);
  });

  test.runIf(hasPoppler)('shows the photos of a finding below the name of each location', async () => {
    const model = sampleReport(small);
    const [section] = model.sections;
    const [item] = section?.items ?? [];
    if (!section || !item) throw new Error('no item');
    const photo = (id: string, caption: string, location?: string) => ({
      ...{ id, caption },
      ...(location ? { location } : {}),
    });
    const finding = {
      ...{ kind: 'defect' as const, name: 'Loose rails', category: 'c2', location: 'Porch, Deck' },
      photos: [
        photo('photo-0', 'Overview'),
        photo('photo-1', 'Steps', 'Porch'),
        photo('photo-2', 'Corner', 'Deck'),
        photo('photo-3', 'Middle', 'Deck'),
      ],
    };
    const { bytes, accessible } = await renderReport(
      { ...model, sections: [{ ...section, items: [{ ...item, comments: [finding] }] }] },
      load,
    );
    expect(accessible).toBe(true);
    expect(wordsOf(bytes).replace(/\s+/g, ' ')).toMatch(/Overview Porch Steps .*Deck Corner Middle/);
  });

  test.runIf(hasPoppler)('marks missing and damaged photos', async () => {
    const whole = pictures.get('photo-0') ?? new Uint8Array();
    const damaged = new Map<string, Uint8Array | null>([
      ['photo-0', null],
      ['photo-1', whole.subarray(0, whole.length / 2)],
      ['photo-2', Buffer.from('not a picture at all')],
      // Starts and ends like a JPEG, so it is not decoded up front, but it must not break the page.
      ['photo-3', Buffer.concat([whole.subarray(0, 600), Buffer.alloc(900, 7), Buffer.from([0xff, 0xd9])])],
    ]);
    const { bytes } = await renderReport(sampleReport(small), async (id) =>
      damaged.has(id) ? (damaged.get(id) ?? null) : load(id),
    );
    expect(wordsOf(bytes).match(/Photo not available/g)).toHaveLength(3);
  });

  test.runIf(hasPoppler)('accepts PNG, grayscale, rotated and unusual photos', async () => {
    const photo = sharp(pictures.get('photo-0'));
    const odd = new Map<string, Buffer>([
      ['photo-0', await photo.clone().png().toBuffer()],
      ['photo-1', await photo.clone().greyscale().jpeg().toBuffer()],
      ['photo-2', await photo.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
      ['photo-3', await photo.clone().toColourspace('cmyk').jpeg().toBuffer()],
      ['photo-4', await photo.clone().webp().toBuffer()],
      ['photo-5', await photo.clone().jpeg({ progressive: true }).toBuffer()],
    ]);
    const { bytes, accessible } = await renderReport(
      sampleReport(small),
      async (id) => odd.get(id) ?? load(id),
    );
    expect(accessible).toBe(true);
    expect(imagesIn(bytes).slice(2).sort()).toEqual(
      [
        '400x300 image',
        '400x300 jpeg',
        '300x400 jpeg',
        '400x300 jpeg',
        '400x300 jpeg',
        '400x300 jpeg',
      ].sort(),
    );
  });

  test('is rendered for an empty inspection', async () => {
    const empty: ReportModel = {
      ...sampleReport({ sections: 0, defects: 0, photos: 0 }),
      categories: [],
      ratings: [],
      intro: '',
      closing: '',
    };
    expect((await renderReport(empty, async () => null)).accessible).toBe(true);
    expect((await renderReport({ ...empty, mode: 'summary', draft: true }, async () => null)).pages).toBe(2);
  });

  test('prints smaller photos where they would make the file too large', async () => {
    const model = sampleReport(small);
    const large = new Map<string, Uint8Array>();
    for (const id of pictures.keys()) large.set(id, await samplePicture(large.size, 1200, 900));
    const photos = [...large.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    const loadLarge = async (id: string) => large.get(id) ?? null;
    const whole = await renderReport(model, loadLarge);
    const made = await renderReport(model, loadLarge, { maxBytes: photos / 3 });
    expect(made.pages).toBe(whole.pages);
    expect(made.bytes.length).toBeLessThan(whole.bytes.length - photos * 0.6);
  });

  test('falls back from large photos to medium ones where they would make the file too large', async () => {
    const wanted: string[] = [];
    await renderReport(
      sampleReport(small),
      async (id, size) => {
        wanted.push(size);
        return load(id);
      },
      { quality: 'large', maxBytes: 100_000 },
    );
    expect(new Set(wanted)).toEqual(new Set(['large', 'medium']));
  });

  test.runIf(existsSync('/proc/self/status'))(
    'is made once and whole after its process was killed',
    async () => {
      const whole = await renderReport(sampleReport(small), load);
      const kill = setInterval(() => {
        const [pid] = reportProcesses();
        if (!pid) return;
        process.kill(pid, 'SIGKILL');
        clearInterval(kill);
      }, 5);
      const made = await renderReport(sampleReport(small), load);
      clearInterval(kill);
      // A killed process is listed until the system has freed its memory.
      await expect.poll(reportProcesses).toEqual([]);
      expect([made.pages, made.sha256]).toEqual([whole.pages, whole.sha256]);
    },
  );

  test('is stopped when it takes too long and leaves no files behind', async () => {
    // A separate temporary folder, because other tests render reports at the same time.
    const own = mkdtempSync(join(folder, 'tmp-'));
    vi.stubEnv('TMPDIR', own);
    await expect(renderReport(sampleReport(small), load, { deadlineMs: 15 })).rejects.toMatchObject({
      type: 'UNAVAILABLE',
      reason: 'late',
      details: { retryAfter: 60 },
    });
    expect(readdirSync(own)).toEqual([]);
    vi.unstubAllEnvs();
    expect((await renderReport(sampleReport({ ...small, photos: 0 }), load)).pages).toBeGreaterThan(3);
  });
});

describe('small documents', () => {
  test.runIf(hasPoppler)('include an invoice with its lines and the amount due', async () => {
    const { bytes, pages, accessible } = await renderSmallDocument('invoice', sampleInvoice(), load);
    expect([pages, accessible]).toEqual([1, true]);
    const words = wordsOf(bytes);
    for (const part of [
      'INV-1042',
      'Partially paid',
      'Radon test',
      'Device is collected after 48 hours.',
      'Sales tax 5.5 %',
      '$783.34',
      'Check 1182',
      'Balance due',
      '$383.34',
    ]) {
      expect(words).toContain(part);
    }
  });

  test.runIf(hasPoppler)('include a signed agreement that ends with its certificate', async () => {
    const { bytes, accessible } = await renderSmallDocument('agreement', sampleAgreement(true), load);
    expect(accessible).toBe(true);
    const words = wordsOf(bytes);
    for (const part of [
      '1. Scope',
      'Hidden damage is not covered.',
      'Unknown nodes print what they hold.',
      'Certificate of completion',
      '203.0.113.7',
      'I agree to use electronic records and signatures',
    ]) {
      expect(words).toContain(part);
    }
    expect(
      words.match(/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08/g)?.length,
    ).toBeGreaterThan(2);
    const links = bytes.toString('latin1').match(/\/URI \([^)]*\)/g);
    expect(links).toEqual(['/URI (https://harbor.example)']);
  });

  test('omit the certificate of an unsigned or void agreement', async () => {
    const unsigned = await renderSmallDocument('agreement', sampleAgreement(false), load);
    expect(unsigned).toMatchObject({ pages: 1, accessible: true });
    const voided = await renderSmallDocument(
      'agreement',
      { ...sampleAgreement(false), void_reason: 'Replaced by a new one', lang: 'fr' },
      load,
    );
    expect(voided.accessible).toBe(true);
  });

  test('are each rendered from their own data when many are requested at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        renderSmallDocument('invoice', { ...sampleInvoice(), number: `INV-${n}` }, load),
      ),
    );
    expect(new Set(made.map((one) => one.sha256)).size).toBe(12);
  });

  test('are still rendered after the machine cleared its temporary folder', async () => {
    const own = mkdtempSync(join(tmpdir(), 'gable-cleared-'));
    const root = repositoryRoot();
    for (const file of [
      'assets/typst/shared.typ',
      'assets/typst/labels.json',
      'src/features/payments/invoices/invoice.typ',
    ]) {
      copyFileSync(join(root, file), join(own, basename(file)));
    }
    const child = await startChild('small', [own, join(root, 'assets/fonts')]);
    const question = (number: string) => ({
      main: 'invoice.typ',
      data: JSON.stringify({ model: { ...sampleInvoice(), number }, pictures: {} }),
      createdAt: 1,
      pictures: [],
    });
    expect((await requestReply<RenderResult>(child, question('INV-1'), 5_000)).accessible).toBe(true);
    rmSync(own, { recursive: true });
    expect((await requestOnce<RenderResult>(child, question('INV-2'), 5_000)).accessible).toBe(true);
  });

  test.runIf(hasPoppler)('contain a long address unchanged, as link and as text', async () => {
    const address = `https://inspections.${'northern-light-home-'.repeat(3)}services.example/check-document`;
    const agreement = sampleAgreement(true);
    const certificate = { ...agreement.certificate, check_address: address };
    const { bytes } = await renderSmallDocument('agreement', { ...agreement, certificate } as never, load);
    expect(bytes.toString('latin1')).toContain(`/URI (${address})`);
    const text = tool('pdftotext', bytes, '-raw', '-');
    expect(text).not.toContain('\u200b');
    expect(text.replaceAll('\n', '')).toContain(address);
  });

  test('name the characters that no font has', async () => {
    expect(await charactersWithoutGlyph(scripts.join(' '))).toEqual([]);
    expect(await charactersWithoutGlyph('Anna ወንድም ወ \u{1e900}')).toEqual(['ወ', 'ን', 'ድ', 'ም', '\u{1e900}']);
    expect(await charactersWithoutGlyph('Łukasz O’Brien \n #read("/etc/passwd")')).toEqual([]);
    expect(await charactersWithoutGlyph('half \ud83d')).toEqual([]);
  });

  test.each([
    ['one word of 20,000 letters', 'y'.repeat(20_000)],
    ['a thousand long words', `${'y'.repeat(40)} `.repeat(1_000)],
    ['a letter with 170,000 accents', `a${'\u0301'.repeat(170_000)}`],
    ['a face with 80,000 skin tones', `👩${'🏽'.repeat(80_000)}`],
  ])('are rendered with %s in a paragraph', async (_, text) => {
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    const made = await renderSmallDocument('agreement', { ...sampleAgreement(false), body }, load);
    expect(made).toMatchObject({ accessible: true, missing: [] });
  });

  test('are rendered even when a body is nested absurdly deep', async () => {
    let node: { type: string; content?: object[]; text?: string } = { type: 'text', text: 'the bottom' };
    for (let n = 0; n < 400; n += 1) node = { type: n % 2 ? 'bulletList' : 'listItem', content: [node] };
    const body = { type: 'doc', content: [node] } as never;
    expect(
      (await renderSmallDocument('agreement', { ...sampleAgreement(false), body }, load)).pages,
    ).toBeGreaterThan(0);
  });
});
