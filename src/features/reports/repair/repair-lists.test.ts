import { describe, expect, test } from 'vitest';
import { listActivity } from '#features/appointments/contract.ts';
import { limitSending } from '#features/messages/sending/limits-for-tests.ts';
import * as office from '#features/portal/office-contract.ts';
import { mine } from '#server/db/scope.ts';
import { newPublicId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { publishReport, unpublishReport } from '../publishing-contract.ts';
import * as repair from '../repair-contract.ts';
import { op, saves } from '../report-for-tests.ts';
import { setUpRepairLists } from './repair-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { publishedReport, listed } = setUpRepairLists(testApp);
const { visitor } = testApp;

const written = (items: repair.RepairList['items']) =>
  items.map(({ id, request, credit, note }) => ({ id, request, credit, note }));

describe('a repair list', () => {
  test('is made with a personal link, ordered, priced, and read by everyone with its address', async () => {
    const { owner, appointmentId, report, comments, listId, e } = await listed();
    const first = await visitor.call(repair.getRepairList, { listId, e });
    expect(first).toMatchObject({
      can_edit: true,
      maker: { name: 'Clara Client', role: 'client' },
      report: { public_id: report.public_id },
      version: { number: 1, newest: 1 },
      totals: { count: 5, estimated: 5, min_cost: 1500, max_cost: 3000, credits: 0 },
    });
    expect(first.items.map((item) => [item.id, item.state, item.photos.length])).toEqual(
      comments.map((id) => [id, 'same', 1]),
    );
    const items = written(first.items).reverse();
    const saved = await visitor.call(repair.saveRepairList, {
      listId,
      e,
      rev: first.rev,
      title: 'Before closing',
      addressees: ['Sam Seller', ''],
      items: items.map((item, i) =>
        i === 0
          ? { ...item, request: 'credit' as const, credit: 1250.5, note: '<script>alert(1)</script>' }
          : item,
      ),
    });
    expect(saved).toMatchObject({
      rev: 1,
      title: 'Before closing',
      addressees: ['Sam Seller'],
      totals: { credits: 1250.5 },
    });
    const read = await visitor.call(repair.getRepairList, { listId });
    expect(read.can_edit).toBe(false);
    expect(read.choices).toEqual([]);
    expect(read.items.map((item) => item.id)).toEqual([...comments].reverse());
    expect(read.items[0]?.note).toBe('<script>alert(1)</script>');
    const { lists, can_book } = await owner.call(repair.listRepairLists, { id: appointmentId });
    expect(can_book).toBe(true);
    expect(lists).toMatchObject([
      {
        title: 'Before closing',
        maker: { name: 'Clara Client', role: 'client' },
        totals: { count: 5, min_cost: 1500, max_cost: 3000, credits: 1250.5 },
        requests: { repair: 4, credit: 1 },
        reinspections: [],
      },
    ]);
    const activity = await owner.call(listActivity, { id: appointmentId });
    expect(activity.pageData.find((row) => row.type === 'repair_list.created')).toMatchObject({
      person: 'Clara Client',
    });
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Repair list for 12 Main St/)]),
    );
  });

  test.each([
    ['that the browser prefers', {}, 'Reparaturliste.pdf'],
    ['chosen on the page', { lang: 'fr' as const }, 'Liste de r'],
  ])('is a PDF in the language %s', async (_of, chosen, ending) => {
    const { listId } = await listed(2);
    const { status, headers } = await visitor.request(
      repair.downloadRepairList,
      { listId, ...chosen },
      { headers: { 'accept-language': 'de' } },
    );
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(ending);
  });

  test('is mailed by its maker only, to an address once in five minutes', async () => {
    const { listId, e } = await listed(1);
    const share = (recipients: string[], more = {}) =>
      visitor.request(repair.shareRepairList, { listId, recipients, message: 'Please see page 2', ...more });
    expect((await share(['sam@seller.example'])).error?.type).toBe('FORBIDDEN');
    expect((await share(['no address'], { e })).error?.details).toHaveProperty(['recipients.0']);
    const mails = () => testApp.sent.emails.filter((mail) => mail.text.includes('shared the repair list'));
    await share(['sam@seller.example', 'Sam@seller.example'], { e });
    await share(['sam@seller.example'], { e });
    await testApp.runDueJobs();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain(`/repair-list/${listId}`);
    testApp.clock.advance(6 * 60_000);
    await share(['sam@seller.example'], { e });
    await testApp.runDueJobs();
    expect(mails()).toHaveLength(2);
    const many = Array.from({ length: 10 }, (_, i) => `p${i}@seller.example`);
    for (let round = 0; round < 5; round += 1)
      await share(
        many.map((address) => `${round}${address}`),
        { e },
      );
    expect((await share(many, { e })).error?.type).toBe('RATE_LIMITED');
  });

  test('is refused without figures once the company has written to many new addresses in the hour', async () => {
    const { owner, listId, e } = await listed(1);
    await limitSending(testApp, owner.subscriberId, { stranger: 1 });
    const recipients = ['a@seller.example', 'b@seller.example'];
    const { error } = await visitor.request(repair.shareRepairList, { listId, e, recipients, message: '' });
    expect(error?.message).toMatch(
      /^Too many emails were sent from here\. You can send again at \d+:00 [AP]M\.$/,
    );
  });

  test('shares the daily limit with the other lists of its appointment, also at the same moment', async () => {
    // The limits of one reader’s address start again.
    testApp.clock.advance(61 * 60_000);
    const { owner, report, p, comments, listId, e } = await listed(1);
    await limitSending(testApp, owner.subscriberId, {});
    const others = [];
    for (let n = 0; n < 6; n += 1)
      others.push(await visitor.call(repair.createRepairList, { reportId: report.public_id, p, comments }));
    const all = [{ listId, e }, ...others.map((one) => ({ listId: one.public_id, e: one.edit_key }))];
    const answers = await Promise.all(
      all.map((list, n) => {
        const recipients = Array.from({ length: 10 }, (_, i) => `p${n}.${i}@seller.example`);
        return visitor.request(repair.shareRepairList, { ...list, recipients, message: '' });
      }),
    );
    expect(answers.flatMap((answer) => answer.error?.type ?? [])).toEqual(['RATE_LIMITED']);
    const mails = await testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'outbound_messages').where('template_key', '=', 'repair_list_share').select('id').execute(),
    );
    expect(mails).toHaveLength(60);
  });
});

describe('rights', () => {
  test('only identified readers with the right make lists; the key ends with the link or the right', async () => {
    const { owner, appointmentId, report, p, linkId, comments, listId, e } = await listed(2);
    const make = (more: object) =>
      visitor.request(repair.createRepairList, { reportId: report.public_id, comments, ...more });
    expect((await make({})).error?.type).toBe('FORBIDDEN');
    expect((await make({ p: 'forged.1.abc' })).error?.type).toBe('FORBIDDEN');
    expect(
      (await owner.request(repair.createRepairList, { reportId: report.public_id, comments, p })).error?.type,
    ).toBe('FORBIDDEN');
    const isEditable = async (more: object) =>
      (await visitor.call(repair.getRepairList, { listId, ...more })).can_edit;
    expect([
      await isEditable({ e }),
      await isEditable({ p }),
      await isEditable({ e: 'x'.repeat(27) }),
    ]).toEqual([true, true, false]);
    const of = { id: appointmentId, linkId };
    await owner.call(office.changeLink, { ...of, own_rights: { repair_list: false }, ends_on: null });
    expect([await isEditable({ e }), await isEditable({ p })]).toEqual([false, false]);
    expect((await make({ p })).error?.type).toBe('FORBIDDEN');
    await owner.call(office.changeLink, { ...of, own_rights: {}, ends_on: null });
    await owner.call(office.revokeLink, of);
    expect(await isEditable({ e })).toBe(false);
  });

  test('refuses defects of another report, twice the same, too many, and bad amounts', async () => {
    const other = await publishedReport(1);
    const { report, p, comments, listId, e } = await listed(2);
    const make = async (ids: string[]) =>
      (await visitor.request(repair.createRepairList, { reportId: report.public_id, p, comments: ids }))
        .error;
    expect((await make([comments[0] ?? '', ...other.comments]))?.details).toEqual({
      'comments.1': 'This defect isn’t in the published report',
    });
    expect((await make([comments[0] ?? '', comments[0] ?? '']))?.details).toHaveProperty(['comments.1']);
    expect((await make(Array.from({ length: 10_000 }, newPublicId)))?.type).toBe('BAD_USER_INPUT');
    expect((await make([]))?.type).toBe('BAD_USER_INPUT');
    const save = async (item: object) =>
      (
        await visitor.request(repair.saveRepairList, {
          listId,
          e,
          rev: 0,
          title: '',
          addressees: [],
          items: [{ id: comments[0], request: 'credit', credit: null, note: '', ...item }],
        } as never)
      ).error?.details;
    expect(await save({})).toEqual({ 'items.0.credit': 'Enter the amount of the credit' });
    expect(await save({ credit: -1 })).toHaveProperty(['items.0.credit']);
    expect(await save({ credit: 1.005 })).toHaveProperty(['items.0.credit']);
    expect(await save({ credit: 1, note: 'x'.repeat(1001) })).toHaveProperty(['items.0.note']);
    expect(await save({ credit: 1, id: other.comments[0] })).toEqual({
      'items.0.id': 'This defect isn’t in the published report',
    });
    expect((await visitor.call(repair.getRepairList, { listId })).rev).toBe(0);
  });

  test('of two people who save, the second gets a conflict; the same save twice is one', async () => {
    const { comments, listId, e } = await listed(2);
    const save = (title: string) =>
      visitor.request(repair.saveRepairList, {
        listId,
        e,
        rev: 0,
        title,
        addressees: [],
        items: comments.map((id) => ({ id, request: 'repair' as const, credit: null, note: '' })),
      });
    const both = await Promise.all([save('Mine'), save('Theirs')]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const { title, rev } = await visitor.call(repair.getRepairList, { listId });
    expect(rev).toBe(1);
    expect((await save(title)).status).toBe(200);
    expect((await visitor.call(repair.getRepairList, { listId })).rev).toBe(1);
  });
});

describe('versions and the gate', () => {
  test('keeps the wording of its version, names what changed or is gone, and moves on request', async () => {
    const { owner, report, comments, listId, e } = await listed(3);
    const [first, second] = report.sections
      .flatMap((section) => section.items.flatMap((item) => item.comments))
      .filter((comment) => comments.includes(comment.public_id));
    await saves(owner, report, [
      op({ type: 'update_comment', comment_id: first?.id ?? '', changes: { included: false } }),
      op({ type: 'update_comment', comment_id: second?.id ?? '', changes: { name: 'Worse than thought' } }),
    ]);
    await owner.call(publishReport, { id: report.id, confirmed: true });
    const seen = await visitor.call(repair.getRepairList, { listId, e });
    expect(seen.version).toEqual({ number: 1, newest: 2 });
    expect(seen.items.map((item) => [item.state, item.name])).toEqual([
      ['gone', first?.name],
      ['changed', second?.name],
      ['same', seen.items[2]?.name],
    ]);
    const move = {
      ...{ listId, e, rev: seen.rev, title: seen.title, addressees: [] },
      items: written(seen.items),
      newest_version: true,
    };
    const moved = await visitor.call(repair.saveRepairList, move);
    // The same request again, because its answer was lost, changes nothing.
    expect(await visitor.call(repair.saveRepairList, move)).toEqual(moved);
    expect(moved.version).toEqual({ number: 2, newest: 2 });
    expect(moved.items.map((item) => [item.state, item.name])).toEqual([
      ['same', 'Worse than thought'],
      ['same', seen.items[2]?.name],
    ]);
  });

  test('is locked while its report is, and never shows a withdrawn wording to the public', async () => {
    const { owner, report, comments, listId, e } = await listed(2);
    await owner.call(unpublishReport, { id: report.id });
    for (const route of [repair.getRepairList, repair.downloadRepairList] as const) {
      expect((await visitor.request(route, { listId, e })).error).toMatchObject({
        type: 'LOCKED',
        details: { reasons: ['unpublished'] },
      });
    }
    const comment = report.sections
      .flatMap((section) => section.items.flatMap((item) => item.comments))
      .find((one) => one.public_id === comments[0]);
    await saves(owner, report, [
      op({ type: 'update_comment', comment_id: comment?.id ?? '', changes: { included: false } }),
    ]);
    await owner.call(publishReport, { id: report.id, confirmed: true });
    const seen = await visitor.call(repair.getRepairList, { listId });
    expect(seen.items[0]).toMatchObject({ id: comments[0], state: 'gone', name: '', text: null, photos: [] });
    expect(JSON.stringify(seen)).not.toContain(comment?.name);
    expect(seen.version.number).toBe(2);
  });

  test('shows a reader of the summary no photos', async () => {
    const { owner, appointmentId, p, linkId, listId } = await listed(2);
    const own_rights = { view_report: false, view_summary: true };
    await owner.call(office.changeLink, { id: appointmentId, linkId, own_rights, ends_on: null });
    const seen = await visitor.call(repair.getRepairList, { listId, p });
    expect(seen.items.flatMap((item) => item.photos)).toEqual([]);
  });
});
