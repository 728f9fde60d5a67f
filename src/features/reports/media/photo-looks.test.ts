import sharp from 'sharp';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { PhotoEdit, PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import { deleteMine, mine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { newId } from '#server/ids.ts';
import { statementsDuring } from '#testing/statements.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as editing from '../editing-contract.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import * as versions from '../versions-contract.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written, readPublic } = setUpReportsCompany(testApp);
afterAll(closeDocuments);

type Written = Awaited<ReturnType<typeof written>>;
const sizes = ['large', 'medium', 'thumb'] as const;
const arrow = (x: number): PhotoMark => ({
  kind: 'arrow',
  points: [
    [x, 0.2],
    [Math.round((x + 0.2) * 100) / 100, 0.6],
  ],
  color: '#e03131',
  width: 0.01,
});
const leftHalf: PhotoEdit = { rotation: 0, crop: { x: 0, y: 0, width: 0.5, height: 1 } };

/** A photo whose left half is green and whose right half is blue. */
async function halves(name = 'wall.jpg', seed = 0): Promise<File> {
  const blue = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const background = { r: 0, g: 255, b: seed };
  const bytes = await sharp({ create: { width: 1800, height: 1200, channels: 3, background } })
    .composite([{ input: blue, left: 900, top: 0 }])
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
}

async function add({ owner, report, comment }: Written, seed = 0) {
  const place = { id: report.id, media_id: newId(), item_id: comment.item_id, comment_id: comment.id };
  return (await owner.call(editing.addMedia, { ...place, file: await halves(`wall-${seed}.jpg`, seed) }))
    .media;
}

function draw(
  owner: TestUser,
  reportId: string,
  mediaId: string,
  look: { annotations?: PhotoMark[]; edit?: PhotoEdit | null },
) {
  return owner.call(editing.changeMedia, { id: reportId, mediaId, ...look });
}

const publish = async (owner: TestUser, id: string) => {
  await owner.call(publishing.publishReport, { confirmed: true, id, without_sending: true });
  await testApp.runDueJobs();
};

interface Asked {
  size?: (typeof sizes)[number];
  t?: string;
  version?: number;
  look?: string;
  original?: boolean;
}

function picture(report: { public_id: string }, mediaId: string, { size = 'large', ...more }: Asked = {}) {
  return testApp.visitor.request(reading.getMedia, { reportId: report.public_id, mediaId, size, ...more });
}

const photosOf = async (report: { public_id: string }, t?: string) =>
  (await readPublic(report, t)).sections.flatMap((section) =>
    section.items.flatMap((item) => [...item.photos, ...item.comments.flatMap((each) => each.photos)]),
  );

/** The average of red, green and blue. */
async function colors(bytes: Buffer): Promise<number[]> {
  return (await sharp(bytes).stats()).channels.map((channel) => channel.mean);
}

async function pdfOf(report: { public_id: string }, version?: number) {
  const answer = await testApp.visitor.request(reading.downloadReport, {
    reportId: report.public_id,
    type: 'full',
    ...(version === undefined ? {} : { version }),
  });
  expect(answer.status).toBe(200);
  return answer.raw;
}

describe('the public', () => {
  test('never gets an original that has marks or a crop, by no size, version, look or query', async () => {
    const of = await written({ open: true });
    const { owner, report } = of;
    const cropped = await add(of);
    const marked = await add(of, 40);
    await draw(owner, report.id, cropped.id, { edit: leftHalf });
    await draw(owner, report.id, marked.id, { annotations: [arrow(0.2)] });
    await publish(owner, report.id);
    const asked: Asked[] = sizes.flatMap((size) =>
      [{}, { version: 1 }, { look: 'none' }, { look: '' }, { original: false }, { original: true }].map(
        (more) => ({ size, ...more }),
      ),
    );
    for (const media of [cropped, marked]) {
      const originals = await Promise.all(
        sizes.map((size) => picture(report, media.public_id, { size, original: true, t: report.team_pass })),
      );
      expect(originals.map((answer) => answer.status)).toEqual([200, 200, 200]);
      for (const more of asked) {
        const answer = await picture(report, media.public_id, more);
        expect(answer.status).toBe(more.original ? 404 : 200);
        for (const original of originals) {
          expect(answer.raw.equals(original.raw)).toBe(false);
          expect(answer.headers.etag).not.toBe(original.headers.etag);
        }
        if (more.original || media !== cropped) continue;
        const [red = 0, green = 0, blue = 0] = await colors(answer.raw);
        expect([red < 20, green > 230, blue < 20]).toEqual([true, true, true]);
      }
    }
    // The pages say the size of what they show.
    const shown = await photosOf(report);
    expect(shown).toMatchObject([
      { id: cropped.public_id, width: 800, height: 1067 },
      { id: marked.public_id, width: 1600, height: 1067 },
    ]);
    expect(shown.every((photo) => !('annotations' in photo))).toBe(true);
  });

  test('gets pictures that may be cached under their look only', async () => {
    const of = await written({ open: true });
    const { owner, report } = of;
    const media = await add(of);
    await publish(owner, report.id);
    const [plain] = await photosOf(report);
    expect(plain?.look).toBeUndefined();
    const age = async (more: Asked) =>
      (await picture(report, media.public_id, more)).headers['cache-control'];
    expect(await age({})).toBe('private, max-age=86400');
    await draw(owner, report.id, media.id, { annotations: [arrow(0.2)] });
    await publish(owner, report.id);
    const [marked] = await photosOf(report);
    expect(marked?.look).toMatch(/^[0-9a-f]{40}$/);
    expect(await age({ look: marked?.look ?? '' })).toBe('private, max-age=86400');
    expect(await age({})).toBe('private, max-age=0');
    const first = await picture(report, media.public_id, { look: marked?.look ?? '' });
    // Without its marks, the photo is at its first address again.
    await draw(owner, report.id, media.id, { annotations: [] });
    await publish(owner, report.id);
    expect((await photosOf(report))[0]?.look).toBeUndefined();
    const again = await picture(report, media.public_id, { look: marked?.look ?? '' });
    expect(again.headers['cache-control']).toBe('private, max-age=0');
    expect(again.raw.equals(first.raw)).toBe(false);
  });

  test('gets a PDF without the original, with the picture that has its marks', async () => {
    const of = await written({ open: true });
    const { owner, report } = of;
    const media = await add(of);
    const label: PhotoMark = { ...arrow(0), kind: 'text', points: [[0.25, 0.5]], text: 'Flashing' };
    await draw(owner, report.id, media.id, { annotations: [label], edit: leftHalf });
    await publish(owner, report.id);
    const pdf = await pdfOf(report);
    const medium = await picture(report, media.public_id, { size: 'medium' });
    const original = await picture(report, media.public_id, {
      size: 'medium',
      original: true,
      t: report.team_pass,
    });
    expect(pdf.includes(medium.raw)).toBe(true);
    expect(pdf.includes(original.raw)).toBe(false);
  });
});

describe('a look', () => {
  test('is made once, however many ask for it at once', async () => {
    const of = await written({ open: true });
    const { owner, report } = of;
    const media = await add(of);
    await draw(owner, report.id, media.id, { annotations: [arrow(0.2)] });
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        picture(report, media.public_id, { size: sizes[i % 3] ?? 'large' }),
      ),
    );
    expect(new Set(all.map((answer) => answer.headers.etag)).size).toBe(3);
    const looks = () =>
      testApp.readAs(owner.subscriberId, (r) =>
        mine(r, 'report_photo_looks').where('media_id', '=', media.id).selectAll().execute(),
      );
    expect(await looks()).toHaveLength(1);
  });

  test('leaves no files when its photo is deleted while it is drawn', async () => {
    const of = await written({ open: true });
    const { owner, report } = of;
    const media = await add(of);
    await draw(owner, report.id, media.id, { annotations: [arrow(0.2)] });
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    const { files } = testApp.runtime;
    const { put } = files;
    const keys: string[] = [];
    const spy = vi.spyOn(files, 'put').mockImplementation(async (...args) => {
      await put.apply(files, args);
      keys.push(args[0]);
      if (keys.length < 3) return;
      await testApp.writeAs(owner.subscriberId, (w) =>
        deleteMine(w, 'report_media').where('id', '=', media.id).execute(),
      );
    });
    expect((await picture(report, media.public_id)).status).not.toBe(200);
    spy.mockRestore();
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(await files.exists(key)).toBe(false);
  });

  test('of a draft is deleted when neither the draft nor a version shows it any more', async () => {
    const of = await written({ open: true });
    const { owner, report } = of;
    const media = await add(of);
    const seen = async () => (await picture(report, media.public_id, { t: report.team_pass })).headers.etag;
    await draw(owner, report.id, media.id, { annotations: [arrow(0.2)] });
    const published = await seen();
    await publish(owner, report.id);
    await draw(owner, report.id, media.id, { annotations: [arrow(0.3)] });
    await seen();
    await draw(owner, report.id, media.id, { annotations: [arrow(0.4)] });
    await seen();
    const looks = () =>
      testApp.readAs(owner.subscriberId, (r) =>
        mine(r, 'report_photo_looks').where('media_id', '=', media.id).selectAll().execute(),
      );
    await draw(owner, report.id, media.id, { annotations: [arrow(0.5)] });
    await seen();
    expect(await looks()).toHaveLength(4);
    const deletions = await statementsDuring('delete from "report_photo_looks"', () =>
      testApp.advanceTime('31 days'),
    );
    expect(deletions.filter(({ values }) => values.flat().includes(media.id))).toHaveLength(1);
    expect(await looks()).toHaveLength(2);
    expect((await picture(report, media.public_id)).headers.etag).toBe(published);
  });
});

test('an old version keeps its pictures with their marks, whatever is replaced, moved or deleted later', async () => {
  const of = await written({ open: true });
  const { owner, report } = of;
  const p1 = await add(of, 1);
  const p3 = await add(of, 3);
  await draw(owner, report.id, p1.id, { annotations: [arrow(0.1)] });
  await publish(owner, report.id);
  const pdf = await pdfOf(report);
  const before = await Promise.all(
    [p1, p3].flatMap(({ public_id }) => sizes.map((size) => picture(report, public_id, { size }))),
  );
  // P2 replaces P1, whose arrow was moved before; P3 is deleted.
  await draw(owner, report.id, p1.id, { annotations: [arrow(0.6)] });
  await owner.call(editing.removeMedia, { id: report.id, mediaId: p1.id });
  await owner.call(editing.removeMedia, { id: report.id, mediaId: p3.id });
  const p2 = await add(of, 2);
  await publish(owner, report.id);
  await testApp.advanceTime('31 days');
  await testApp.runDueJobs();

  const after = await Promise.all(
    [p1, p3].flatMap(({ public_id }) =>
      sizes.map((size) => picture(report, public_id, { size, version: 1 })),
    ),
  );
  expect(after.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(after.every((answer, i) => answer.raw.equals(before[i]?.raw ?? Buffer.alloc(0)))).toBe(true);
  expect((await pdfOf(report, 1)).equals(pdf)).toBe(true);
  expect((await photosOf(report)).map((photo) => photo.id)).toEqual([p2.public_id]);
  expect((await picture(report, p1.public_id)).status).toBe(404);

  const again = await testApp.create.signInAgain(owner);
  await again.call(versions.restoreVersion, { id: report.id, version: 1, media_id: p1.id });
  const restored = (await readFull(again, report.id)).sections
    .flatMap((section) => section.items.flatMap((item) => item.media))
    .find((photo) => photo.id === p1.id);
  expect(restored?.annotations).toEqual([arrow(0.1)]);
}, 120_000);

describe('two devices on one photo', () => {
  test('conflict as other fields do, and the history has both', async () => {
    const of = await written();
    const { owner, report } = of;
    const media = await add(of);
    const { rev } = await readFull(owner, report.id);
    const change = (x: number) =>
      op({ type: 'update_media', media_id: media.id, changes: { annotations: [arrow(x)] } });
    await saves(owner, { id: report.id, rev }, [change(0.1)]);
    const rival = await owner.request(editing.patchReport, { id: report.id, rev, ops: [change(0.5)] });
    expect(rival.error?.type).toBe('CONFLICT');
    // Cropping does not touch the marks of the other.
    const crop = op({ type: 'update_media', media_id: media.id, changes: { edit: leftHalf } });
    await saves(owner, { id: report.id, rev }, [crop]);
    const newest = await readFull(owner, report.id);
    await saves(owner, newest, [change(0.5)]);
    const photo = (await readFull(owner, report.id)).sections
      .flatMap((section) => section.items.flatMap((item) => item.media))
      .find((one) => one.id === media.id);
    expect(photo).toMatchObject({ annotations: [arrow(0.5)], edit: leftHalf });
    const history = await testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'report_ops').where('report_id', '=', report.id).select(['op', 'before']).execute(),
    );
    const text = JSON.stringify(history);
    expect([text.includes('0.1,0.2'), text.includes('0.5,0.2')]).toEqual([true, true]);
  });
});

describe('hostile marks', () => {
  test.each([
    [
      'not a number',
      [
        {
          ...arrow(0.1),
          points: [
            [null, 0],
            [0, 0],
          ],
        },
      ],
      'annotations.0.points.0.0',
    ],
    [
      'out of the photo',
      [
        {
          ...arrow(0.1),
          points: [
            [1e9, 0],
            [0, 0],
          ],
        },
      ],
      'annotations.0.points',
    ],
    [
      'too many points',
      [{ ...arrow(0.1), kind: 'path', points: Array(10_000).fill([0.5, 0.5]) }],
      'annotations.0.points',
    ],
    ['an unknown field', [{ ...arrow(0.1), onload: 'x' }], 'annotations.0.onload'],
    ['a color with markup', [{ ...arrow(0.1), color: '#fff"/><script>' }], 'annotations.0.color'],
    [
      'a huge text',
      [{ ...arrow(0.1), kind: 'text', points: [[0, 0]], text: 'x'.repeat(100_000) }],
      'annotations.0.text',
    ],
  ])('with %s are refused naming the field, and nothing is stored', async (_, annotations, field) => {
    const of = await written();
    const { owner, report } = of;
    const media = await add(of);
    const { rev } = await readFull(owner, report.id);
    const ops = [
      { op_id: newId(), type: 'update_media', media_id: media.id, changes: { annotations, caption: 'x' } },
    ] as never;
    const answer = await owner.request(editing.patchReport, { id: report.id, rev, ops });
    expect(answer.error?.type).toBe('BAD_USER_INPUT');
    expect(Object.keys(answer.error?.details ?? {})).toContain(`ops.0.changes.${field}`);
    expect((await readFull(owner, report.id)).rev).toBe(rev);
  });

  test('whose text is markup are drawn as letters', async () => {
    const of = await written({ open: true });
    const { owner, report } = of;
    const media = await add(of);
    const text = '</text><rect width="9999" height="9999" fill="red"/>&bad;';
    await draw(owner, report.id, media.id, {
      annotations: [{ kind: 'text', points: [[0.5, 0.1]], color: '#ffffff', width: 0.004, text }],
    });
    await publish(owner, report.id);
    const answer = await picture(report, media.public_id);
    expect(answer.status).toBe(200);
    const [red = 255] = await colors(answer.raw);
    expect(red).toBeLessThan(30);
  });
});
