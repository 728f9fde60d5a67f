import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../attachments-contract.ts';
import { bookAppointment } from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import { getAppointment, listActivity } from '../contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await app.create.owner();
const appointment = await owner.call(bookAppointment, await goodPayload(owner));
const { id } = appointment;

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const file = (bytes: Uint8Array | string, name: string) => new File([bytes as BlobPart], name);
const add = (bytes: Uint8Array | string, name: string, more: object = {}) =>
  owner.call(contract.addAttachment, { id, file: file(bytes, name), ...more });
const refusal = (bytes: Uint8Array | string, name: string) =>
  owner.request(contract.addAttachment, { id, file: file(bytes, name) });

describe('attachments', () => {
  test('can be added, listed, shown with the appointment, downloaded, changed and removed', async () => {
    const made = await add(pdf, 'Radon results.pdf', { visible_to_client: true });
    expect(made).toMatchObject({
      name: 'Radon results.pdf',
      type: 'application/pdf',
      bytes: pdf.byteLength,
      visible_to_client: true,
      as_report: false,
    });
    const ids = { id, attId: made.id };
    expect(await owner.call(contract.listAttachments, { id })).toEqual([made]);
    const read = await owner.call(getAppointment, { inspection_id: id });
    expect(read.projection === 'full' && read.attachments).toEqual([
      { id: made.id, name: 'Radon results.pdf', as_report: false, visible_to_client: true },
    ]);
    const download = await owner.request(contract.downloadAttachment, ids);
    expect(download.headers['content-disposition']).toContain('attachment');
    expect(download.headers['x-content-type-options']).toBe('nosniff');
    const changed = await owner.call(contract.changeAttachment, {
      ...ids,
      name: 'Radon.pdf',
      as_report: true,
    });
    expect(changed).toMatchObject({ name: 'Radon.pdf', as_report: true, visible_to_client: true });
    await owner.call(contract.removeAttachment, ids);
    expect(await owner.call(contract.listAttachments, { id })).toEqual([]);
    expect(await owner.request(contract.removeAttachment, ids)).toMatchObject({ status: 404 });
    expect((await owner.request(contract.downloadAttachment, ids)).status).toBe(404);
    const { pageData } = await owner.call(listActivity, { id, perPage: 100 });
    expect(pageData.map((one) => one.type)).toEqual(
      expect.arrayContaining(['attachment.added', 'attachment.removed']),
    );
  });

  test('are identified by their content, not by their file name', async () => {
    for (const [bytes, name] of [
      ['<!doctype html><script>alert(1)</script>', 'page.txt'],
      [Buffer.from([0, 1, 2, 3, 0, 9]), 'notes.txt'],
      ['MZ nothing', 'setup.exe'],
      ['', 'empty.pdf'],
      [Buffer.from('PK\u0003\u0004 just a zip'), 'letter.docx'],
      ['plain words', 'letter.pdf'],
    ] as const) {
      expect([name, await refusal(bytes, name)]).toMatchObject([
        name,
        { status: 415, error: { type: 'UNSUPPORTED_FILE', message: 'File type not accepted' } },
      ]);
    }
    expect((await add('a;b\n1;2\n', 'table.csv')).type).toBe('text/csv');
    expect((await add('Gate code 12', '../../etc/notes.txt')).name).toBe('notes.txt');
    expect((await add(oldOffice, 'letter.doc')).type).toBe('application/msword');
    expect((await refusal(oldOffice, 'letter.msi')).status).toBe(415);
  });

  test('lose their GPS position if they are pictures', async () => {
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 36/1 0/1' } };
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
      .withExif(exif)
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const made = await add(photo, 'crack.JPG');
    expect(made).toMatchObject({ name: 'crack.jpg', type: 'image/jpeg' });
    const { raw } = await owner.request(contract.downloadAttachment, { id, attId: made.id });
    const facts = await sharp(raw).metadata();
    expect([facts.width, facts.exif]).toEqual([60, undefined]);
  });

  test('are limited to one hundred, even when two users add the last one at once', async () => {
    const { id: full } = await owner.call(
      bookAppointment,
      await goodPayload(owner, { date_time: '2030-03-20T09:00', order_id: 'full' }),
    );
    const one = await owner.call(contract.addAttachment, { id: full, file: file('a', 'a.txt') });
    await app.writeAs(owner.subscriberId, async ({ db }) => {
      const row = {
        subscriber_id: owner.subscriberId,
        appointment_id: full,
        name: 'a.txt',
        file_id: one.id,
        created_at: '2030-03-01T14:00:00Z',
      };
      const many = Array.from({ length: contract.maxAttachments - 2 }, () => ({ ...row, id: newId() }));
      await db.insertInto('appointment_attachments').values(many).execute();
    });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        owner.request(contract.addAttachment, { id: full, file: file('b', `${n}.txt`) }),
      ),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400, 400, 400]);
    expect(await owner.call(contract.listAttachments, { id: full })).toHaveLength(contract.maxAttachments);
  });

  test('are rejected above 25 MB', async () => {
    const big = Buffer.alloc(contract.maxAttachmentBytes + 1, 'a');
    expect(await refusal(big, 'big.txt')).toMatchObject({
      status: 413,
      error: { type: 'PAYLOAD_TOO_LARGE' },
    });
  });
});

/** The header of a compound file, as Office wrote them before 2007. */
const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
