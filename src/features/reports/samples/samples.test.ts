import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fromPlainText } from '#domain/text/rich-text.ts';
import { getProfile } from '#features/company/profile-contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { settingsPathOf } from '#features/company/settings-for-tests.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { statementsDuring } from '#testing/statements.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { RouteOutput } from '#wire/route.ts';
import * as editing from '../editing-contract.ts';
import * as publishing from '../publishing-contract.ts';
import { op, saves } from '../report-for-tests.ts';
import * as contract from '../samples-contract.ts';
import { photoWithGps, setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

const secrets = /Clara|12 Main|Boulder|80301|clara@client|R-1\b/;

/** A published report whose texts name its client, address and agent everywhere. */
async function published() {
  const made = await written();
  const { owner, report, comment } = made;
  const { rev } = await saves(owner, { id: report.id, rev: made.rev }, [
    op({
      type: 'update_comment',
      comment_id: comment.id,
      changes: {
        name: 'Damage that Clara Client showed us',
        text: fromPlainText('Clara Client (clara@client.example) waited at 12 Main Street in Boulder.'),
        locations: ['Client’s bedroom'],
        recommendation: 'Call 80301 Roofers',
      },
    }),
    op({ type: 'update_item', item_id: comment.item_id, changes: { name: 'Roof of 12 Main St' } }),
  ]);
  const { media } = await owner.call(editing.addMedia, {
    id: report.id,
    media_id: newId(),
    item_id: comment.item_id,
    comment_id: comment.id,
    caption: 'Clara at R-1',
    file: await photoWithGps(),
  });
  await owner.call(editing.changeMedia, {
    id: report.id,
    mediaId: media.id,
    annotations: [{ kind: 'text', points: [[0.1, 0.1]], text: 'Clara Client' }],
  });
  await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
  return { ...made, rev, media };
}

async function make(owner: TestUser, reportId: string, more: object = {}) {
  const answer = await owner.request(contract.makeSample, {
    reportId,
    subscriberId: owner.subscriberId,
    name: 'House of 1990',
    description: 'With a damaged roof',
    photos_checked: true,
    ...more,
  });
  return { error: answer.error, ...(answer.data as Partial<RouteOutput<typeof contract.makeSample>> | null) };
}
const read = (sampleId: string, t?: string) =>
  testApp.visitor.request(contract.getSample, { sampleId, ...(t ? { t } : {}) });
const photosOf = (sample: contract.PublicSample) =>
  sample.report.sections.flatMap((section) =>
    section.items.flatMap((item) => item.comments.flatMap((comment) => comment.photos)),
  );

describe('a sample', () => {
  // First, because it runs the jobs of all reports made before.
  test('stays as it was when its report changes, is unpublished or loses the photo', async () => {
    const { owner, report, media } = await published();
    const made = await make(owner, report.id);
    const sampleId = made.public_id ?? '';
    const before = (await read(sampleId)).data as contract.PublicSample;
    await owner.call(editing.removeMedia, { id: report.id, mediaId: media.id });
    await owner.call(publishing.unpublishReport, { id: report.id });
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db.deleteFrom('report_snapshots').where('subscriber_id', '=', owner.subscriberId).execute(),
    );
    await testApp.advanceTime('31 days');
    expect((await read(sampleId)).data).toEqual(before);
    const [photo] = photosOf(before);
    const picture = { sampleId, mediaId: photo?.id ?? '', size: 'thumb' as const };
    expect((await testApp.visitor.request(contract.getSamplePhoto, picture)).status).toBe(200);
    expect(
      await testApp.readAs(owner.subscriberId, (r) => mine(r, 'report_media').select('id').execute()),
    ).toEqual([]);
    // Deleted with the sample, as nothing else has these bytes any more.
    const again = await testApp.create.signInAgain(owner);
    const keys = await testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'stored_files').where('purpose', '=', 'sample-photo').select('storage_key').execute(),
    );
    expect(keys).toHaveLength(3);
    await again.call(contract.deleteSample, { id: made.id ?? '' });
    await testApp.runDueJobs();
    for (const { storage_key } of keys) expect(await testApp.runtime.files.exists(storage_key)).toBe(false);
    expect((await read(sampleId)).status).toBe(404);
  });

  test('has its own copy of a picture whose mark named someone; the drawn one is deleted', async () => {
    const { owner, report, media } = await published();
    const made = await make(owner, report.id);
    const looks = () =>
      testApp.readAs(owner.subscriberId, (r) =>
        mine(r, 'report_photo_looks').where('media_id', '=', media.id).select('look').execute(),
      );
    const drawn = await looks();
    expect(drawn).toHaveLength(1);
    // The published one is drawn now, for the PDF, and stays.
    await testApp.advanceTime('31 days');
    const left = await looks();
    expect(left).toHaveLength(1);
    expect(left).not.toEqual(drawn);
    const sampleId = made.public_id ?? '';
    const [photo] = photosOf((await read(sampleId)).data as contract.PublicSample);
    const picture = { sampleId, mediaId: photo?.id ?? '', size: 'large' as const };
    expect((await testApp.visitor.request(contract.getSamplePhoto, picture)).status).toBe(200);
  });

  test('shows the published report to anyone, without anything that names people or place', async () => {
    const { owner, report } = await published();
    const preview = await owner.call(contract.previewSample, { reportId: report.id });
    expect(preview).toMatchObject({ photos: 1, videos: 0, existing: null });
    expect(preview.redacted.map(({ text, is_certain }) => [text, is_certain])).toEqual(
      expect.arrayContaining([
        ['Clara Client', true],
        ['clara@client.example', true],
        ['12 Main Street', true],
        ['Boulder', false],
      ]),
    );
    expect(preview.redacted.find(({ text }) => text === 'Clara Client')?.path.length).toBeGreaterThan(0);
    const made = await make(owner, report.id);
    expect(made).toMatchObject({ photos: 1 });
    const answer = await read(made.public_id ?? '');
    const sample = answer.data as contract.PublicSample;
    expect(sample).toMatchObject({ name: 'House of 1990', is_visible: true, list: null });
    expect(answer.raw.toString()).not.toMatch(secrets);
    expect(answer.raw.toString()).not.toContain(report.public_id);
    expect(answer.raw.toString()).toContain('Damage that […] showed us');
    // The picture has neither place nor camera, and its address is not the report’s.
    const [photo] = photosOf(sample);
    const picture = await testApp.visitor.request(contract.getSamplePhoto, {
      sampleId: made.public_id ?? '',
      mediaId: photo?.id ?? '',
      size: 'large',
    });
    expect(picture.status).toBe(200);
    expect((await sharp(picture.raw).metadata()).exif).toBeUndefined();
    // In what is stored as well.
    const [row] = await testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'sample_reports').select('snapshot').execute(),
    );
    expect(JSON.stringify(row?.snapshot)).not.toMatch(secrets);
  });

  test('keeps uncertain words that the user keeps, never certain ones, and leaves out further words', async () => {
    const { owner, report } = await published();
    const made = await make(owner, report.id, {
      keep: ['Boulder', 'Clara Client', 'Clara'],
      also: 'waited\n\n roofers ',
    });
    const text = (await read(made.public_id ?? '')).raw.toString();
    expect(text).toContain('in Boulder');
    expect(text).not.toContain('Clara Client');
    expect(text).not.toMatch(/waited|Roofers/);
  });

  test('has no photos unless they were checked', async () => {
    const { owner, report } = await published();
    const made = await make(owner, report.id, { photos_checked: undefined });
    const sample = (await read(made.public_id ?? '')).data as contract.PublicSample;
    expect([made.photos, photosOf(sample)]).toEqual([0, []]);
  });

  test('is made once, however often it is asked for, also at the same moment', async () => {
    const { owner, report } = await published();
    const answers = await Promise.all(Array.from({ length: 4 }, () => make(owner, report.id)));
    expect(new Set(answers.map((answer) => answer.public_id)).size).toBe(1);
    expect((await owner.call(contract.listSamples, {})).samples).toHaveLength(1);
    const other = await make(owner, report.id, { name: 'Another name' });
    expect(other.error).toMatchObject({ type: 'CONFLICT', details: { current: { name: 'House of 1990' } } });
  });

  test('is refused for a report that is not published, and for another company', async () => {
    const { owner, report } = await written();
    expect((await make(owner, report.id)).error).toMatchObject({
      type: 'LOCKED',
      details: { reasons: ['unpublished'] },
    });
    const other = await testApp.create.owner();
    expect((await make(owner, report.id, { subscriberId: other.subscriberId })).error?.type).toBe(
      'FORBIDDEN',
    );
    expect((await make(other, report.id)).error?.type).toBe('NOT_FOUND');
    expect((await make(owner, report.id, { name: ' ' })).error?.details).toMatchObject({
      name: 'Enter a name',
    });
  });
});

describe('the list of samples', () => {
  test('is put in another order with one statement', async () => {
    const { owner, report } = await published();
    await make(owner, report.id);
    await testApp.writeAs(owner.subscriberId, (w) =>
      sql`insert into sample_reports select copy.* from sample_reports s, generate_series(1, 3) n
        cross join lateral jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
          'public_id', s.public_id || n, 'report_rev', 1000 + n, 'position', n)) as copy`.execute(w.db),
    );
    const order = async () => (await owner.call(contract.listSamples, {})).samples.map(({ id }) => id);
    const [first = '', second = '', third = '', fourth = ''] = await order();
    const updates = await statementsDuring('update "sample_reports"', () =>
      owner.call(contract.orderSamples, { ids: [fourth, second, first] }),
    );
    expect(updates).toHaveLength(1);
    expect(await order()).toEqual([fourth, second, first, third]);
  });

  test('is public in the company’s order, without hidden ones; the team opens those with its token', async () => {
    const { owner, report } = await published();
    const a = await make(owner, report.id);
    const { request_id, samples } = await owner.call(contract.listSamples, {});
    expect(samples).toMatchObject([{ id: a.id, visible: true, photos: 1, report_id: report.id }]);
    const profile = async () => (await testApp.visitor.call(getProfile, { id: request_id })).sample_reports;
    expect(await profile()).toBe(`/sample-reports/${request_id}`);
    const list = async () => {
      const answer = await testApp.visitor.request(contract.listPublicSamples, { id: request_id });
      return { status: answer.status, ...(answer.data as Partial<contract.PublicSampleList> | null) };
    };
    expect((await list()).samples).toMatchObject([
      { public_id: a.public_id, deficiencies: 1, photos: 1, description: 'With a damaged roof' },
    ]);
    await owner.call(contract.changeSample, { id: a.id ?? '', visible: false, name: 'Hidden' });
    expect([(await list()).samples, await profile()]).toEqual([[], null]);
    expect((await read(a.public_id ?? '')).status).toBe(404);
    const open = await read(a.public_id ?? '', samples[0]?.team_pass);
    expect(open.data).toMatchObject({ is_visible: false, name: 'Hidden' });
    // The setting of the company hides all of them.
    await owner.call(contract.changeSample, { id: a.id ?? '', visible: true });
    await owner.call(updateSettings, { ...settingsPathOf(owner), sample_reports: false });
    expect([(await list()).status, (await read(a.public_id ?? '')).status]).toEqual([404, 404]);
  });
});
