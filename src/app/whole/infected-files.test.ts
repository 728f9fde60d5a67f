import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addVideo } from '#features/reports/editing-contract.ts';
import { sampleVideo, uploadTestVideo } from '#features/reports/video/video-for-tests.ts';
import { setUpReportsCompany } from '#features/reports/written-report-for-tests.ts';
import { asPlatform } from '#server/db/connect.ts';
import { eicar, startClamdSimulator } from '#simulators/clamd/clamd-simulator.ts';
import { createFullCompany } from '#testing/full-company.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { uploadFields } from '#testing/routes/upload-fields.ts';
import { startTestApp } from '#testing/test-app.ts';
import { routes } from '../features.ts';

const clamd = await startClamdSimulator({ largestStream: 400_000 });
const testApp = await startTestApp({ env: { CLAMD_ADDRESS: `127.0.0.1:${clamd.address.port}` } });
const { owner, ids } = await createFullCompany(testApp, 'Uploads');
const administrator = await testApp.create.admin();
const { written } = setUpReportsCompany(testApp);
const uploads = uploadFields(routes.map((each) => each.route));
afterAll(() => clamd.stop());
beforeEach(async () => {
  clamd.fault = null;
  await asPlatform(testApp.runtime.db, (trx) => trx.deleteFrom('rate_limits').execute());
});

/** Every stored file. */
const storedFiles = () =>
  readdirSync(join(testApp.runtime.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

const send = (to: (typeof uploads)[number], file: File, language = 'en') =>
  (to.route.access === 'admin' ? administrator : owner).request(
    to.route,
    { ...goodInput(to.route, ids), [to.field]: file },
    { headers: { 'accept-language': language } },
  );

const infected = new File([`a film ${eicar}`], 'invoice “7”.png', { type: 'image/png' });

test.each(uploads)('$key refuses an infected file in $field, naming it, and stores nothing', async (to) => {
  const before = storedFiles();
  const answer = await send(to, infected);
  expect(answer.status).toBe(400);
  expect(answer.error).toMatchObject({
    type: 'BAD_USER_INPUT',
    details: { [to.field]: 'A virus was found in “invoice “7”.png”. The file was not stored.' },
  });
  expect(storedFiles()).toEqual(before);
});

const [photo] = uploads.filter(({ key }) => key === 'POST /v2/reports/{id}/media');

test('says in the user’s language what happened to which file', async () => {
  if (!photo) throw new Error('no route for photos');
  expect((await send(photo, infected, 'de')).error?.message).toMatch(/^In „invoice “7”.png“ wurde ein Virus/);
  expect((await send(photo, infected, 'fr')).error?.message).toMatch(/^Un virus a été trouvé dans/);
});

test.each([['closes'], ['silent'], ['busy']] as const)(
  'accepts nothing while the scanner is %s, with a time to come back',
  async (fault) => {
    if (!photo) throw new Error('no route for photos');
    clamd.fault = fault;
    const before = storedFiles();
    const answer = await send(photo, new File(['a photo'], 'roof.png', { type: 'image/png' }));
    expect(answer).toMatchObject({ status: 503, error: { type: 'UNAVAILABLE' } });
    expect(answer.error?.message).toContain('“roof.png” couldn’t be checked for viruses');
    expect(answer.headers['retry-after']).toBe('30');
    expect(storedFiles()).toEqual(before);
  },
);

test('refuses a file that the scanner does not take', async () => {
  if (!photo) throw new Error('no route for photos');
  const large = new File([new Uint8Array(2_000_000)], 'roof.png', { type: 'image/png' });
  expect(await send(photo, large)).toMatchObject({
    status: 413,
    error: { message: '“roof.png” is too large to be checked for viruses. The file was not stored.' },
  });
});

test('a video is scanned as a whole before it is added; an infected one is deleted, others can be added later', async () => {
  const of = await written({ open: true });
  const film = sampleVideo('film.webm');
  const add = async (media_id: string) =>
    of.owner.request(addVideo, {
      id: of.report.id,
      media_id,
      item_id: of.comment.item_id,
      comment_id: of.comment.id,
      name: 'attic.webm',
    });
  const before = storedFiles();
  const bad = await uploadTestVideo(testApp, of.owner, of.report, Buffer.concat([film, Buffer.from(eicar)]));
  expect(await add(bad)).toMatchObject({
    status: 400,
    error: { details: { file: 'A virus was found in “attic.webm”. The file was not stored.' } },
  });
  expect(storedFiles()).toEqual(before);
  const good = await uploadTestVideo(testApp, of.owner, of.report, film);
  clamd.fault = 'closes';
  expect(await add(good)).toMatchObject({ status: 503 });
  clamd.fault = null;
  expect(await add(good)).toMatchObject({ status: 200 });
  expect(clamd.scanned).toContain(film.byteLength);
});
