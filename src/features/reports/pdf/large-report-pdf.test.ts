import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { samplePicture } from '#server/documents/sample-pictures.ts';
import { newId } from '#server/ids.ts';
import { reportProcesses } from '#testing/report-processes.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { isThorough } from '#testing/thorough.ts';
import { addMedia } from '../editing-contract.ts';
import { publishReport, rebuildPdfs } from '../publishing-contract.ts';
import { downloadReport } from '../reading-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

const largestMail = 25_000_000;

/** A different file with the same picture: a comment in the JPEG differs. */
function numbered(picture: Buffer, n: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 4, n >> 8, n & 0xff]);
  return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
}

/** Adds photos of 2400 px to an item, two at a time; they show twelve pictures. */
async function addPhotos(owner: TestUser, id: string, places: { item_id: string; comment_id: string }[]) {
  const pictures = await Promise.all(
    Array.from({ length: 12 }, (_, n) => samplePicture(n, 2400, 1800, 70 + n)),
  );
  const left = places.map((place, n) => ({ place, bytes: numbered(pictures[n % 12] as Buffer, n) }));
  const send = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const file = new File([new Uint8Array(next.bytes)], 'photo.jpg', { type: 'image/jpeg' });
      await owner.call(addMedia, { id, media_id: newId(), ...next.place, file });
    }
  };
  await Promise.all([send(), send()]);
}

/** Waits for the process that renders a report, and returns how long it lives if nothing kills it. */
async function lifetime(): Promise<number> {
  while (reportProcesses().length === 0) await sleep(2);
  const begin = performance.now();
  while (reportProcesses().length > 0) await sleep(2);
  return performance.now() - begin;
}

/** A report with 60 comments, 200 photos and a flat transparent picture of 7000 × 7000. */
async function largeReport() {
  const { owner, report, comment, rev } = await written({ open: true });
  const item_id = comment.item_id;
  const comments = Array.from({ length: 60 }, (_, n) => ({
    ...{ id: newId(), item_id, kind: 3 as const, name: `Finding ${n + 1}`, included: true },
  }));
  const ops = comments.map((one) => op({ type: 'add_comment', comment: one }));
  await saves(owner, { id: report.id, rev }, ops);
  const places = Array.from({ length: 200 }, (_, n) => ({ item_id, comment_id: comments[n % 60]?.id ?? '' }));
  await addPhotos(owner, report.id, places);
  const flat = await sharp({ create: { width: 7000, height: 7000, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(flat)], 'flat.png', { type: 'image/png' });
  await owner.call(addMedia, { id: report.id, media_id: newId(), item_id, file });
  return { owner, report };
}

test.runIf(isThorough && existsSync('/proc/self/status'))(
  'the PDF of 201 photos whose process is killed halfway is made once and whole, and lets another company’s pass',
  async () => {
    const { owner, report } = await largeReport();
    const other = await written();
    const { item_id, id: comment_id } = other.comment;
    await addPhotos(other.owner, other.report.id, Array(5).fill({ item_id, comment_id }));
    const state = async () => (await readFull(owner, report.id)).pdf_status;
    const download = async () =>
      (await owner.request(downloadReport, { reportId: report.id, type: 'full' })).raw;

    await owner.call(publishReport, { confirmed: true, id: report.id, without_sending: true });
    const [undisturbed] = await Promise.all([lifetime(), testApp.runDueJobs()]);
    expect(await state()).toBe('ready');
    const whole = await download();
    expect(whole.length).toBeLessThanOrEqual(largestMail);

    const rebuilt = async (killAfter: number) => {
      await owner.call(rebuildPdfs, { reportId: report.id });
      expect(await state()).toBe('queued');
      const finished: string[] = [];
      const request = async () => {
        while (reportProcesses().length === 0) await sleep(2);
        const [pid = 0] = reportProcesses();
        const asked = other.owner.request(downloadReport, { reportId: other.report.id, type: 'full' });
        void asked.then(() => finished.push('other'));
        await sleep(killAfter);
        const isKilled = reportProcesses().includes(pid);
        if (isKilled) process.kill(pid, 'SIGKILL');
        expect((await asked).raw.subarray(0, 5).toString()).toBe('%PDF-');
        return isKilled;
      };
      const jobs = testApp.runDueJobs().then(() => finished.push('large'));
      const [isKilled] = await Promise.all([request(), jobs]);
      expect(finished).toEqual(['other', 'large']);
      return isKilled;
    };
    // On a machine that is less busy by now, half of the time of before may be too late.
    let killAfter = undisturbed / 2;
    while (!(await rebuilt(killAfter))) killAfter /= 2;
    expect(await state()).toBe('ready');
    expect((await download()).equals(whole)).toBe(true);
    const stored = await testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'stored_files').where('purpose', '=', 'report-pdf').select('id').execute(),
    );
    // The full one and its summary, each once.
    expect(stored).toHaveLength(2);
  },
  300_000,
);
