import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from './contract.ts';
import * as imports from './import-contract.ts';
import * as merging from './merge-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

const csv = (text: string | Uint8Array<ArrayBuffer>, name = 'people.csv') =>
  new File([text], name, { type: 'text/csv' });
const lines = (...rows: string[]) => csv(rows.join('\r\n'));

async function rowsOf(person: TestUser, table: 'contacts' | 'contact_words' | 'tallies') {
  const rows = await testApp.readAs(person.subscriberId, (ctx) =>
    ctx.db.selectFrom(table).selectAll().execute(),
  );
  return rows.map((row) => JSON.stringify(row)).sort();
}

describe('an import', () => {
  test('imports the valid rows and reports row and field of every error', async () => {
    const owner = await testApp.create.owner();
    await owner.call(contract.clients.create, {
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'ann@x.example',
    });
    const file = lines(
      'E-Mail;Vorname;Nachname;Telefon;Bemerkung;Fax',
      'ann@x.example;Ann;Lee;5550101234;;1',
      'bo@x.example;Bo;"Van; Dyke";(555) 010-9999;"two\nlines";2',
      'bo@x.example;bo;van;;;',
      'nonsense;Cy;Young;12;;',
      '',
      'ann@x.example;Andy;Lee;;=1+1;',
      'BO@x.example;Bo;"Van; dyke";;;',
    );
    const dry = await owner.call(imports.importClients, { file, dry_run: true });
    expect(dry.rows.map((row) => [row.row, row.state])).toEqual([
      [2, 'duplicate'],
      [3, 'new'],
      [4, 'new'],
      [5, 'broken'],
      [7, 'new'],
      [8, 'duplicate'],
    ]);
    expect(dry.rows[4]?.warnings).toEqual({ email: 'This email is already in use' });
    expect((await owner.call(contract.clients.list)).pageInfo.total).toBe(1);

    const run = await owner.call(imports.importClients, { file });
    expect(run).toMatchObject({
      status: 'done',
      total: 6,
      done: 6,
      created: 3,
      updated: 0,
      skipped: 2,
      failed: 1,
    });
    expect(run.errors).toEqual([
      { row: 5, field: 'email', message: 'Email is not valid' },
      { row: 5, field: 'phone', message: 'Phone must have 10 digits' },
    ]);
    const { pageData } = await owner.call(contract.clients.list, { text: 'bo dyke' });
    expect(pageData[0]).toMatchObject({ last_name: 'Van; Dyke', phone: '5550109999', notes: 'two\nlines' });
    const again = await owner.call(imports.getImport, { id: run.import_id ?? '' });
    expect(again).toMatchObject({ status: 'done', created: 3, created_by: 'Olive Owner' });
    const errors = await owner.request(imports.getImportErrors, { id: run.import_id ?? '' });
    expect(errors.raw.toString()).toContain(
      'nonsense,Cy,Young,12,,,Email is not valid; Phone must have 10 digits',
    );
  });

  test('recognizes a person with and without the extension of a number, and keeps the extension', async () => {
    const owner = await testApp.create.owner();
    const add = (first_name: string, phone: string) =>
      owner.call(contract.clients.create, {
        first_name,
        last_name: 'Lee',
        email: `${first_name}@x.example`,
        phone,
      });
    await add('Ann', '555-010-1234 ext. 7');
    await add('Bo', '555-010-1235');
    const file = lines(
      'Email,First name,Last name,Phone',
      'ann@other.example,Ann,Lee,(555) 010-1234',
      'bo@other.example,Bo,Lee,(555) 010-1235 x9',
      'dee@other.example,Dee,Lee,(555) 010-1234',
    );
    const run = await owner.call(imports.importClients, { file, update_existing: true });
    expect(run).toMatchObject({ created: 1, updated: 2 });
    const { pageData } = await owner.call(contract.clients.list, { text: 'lee' });
    expect(pageData.map((row) => [row.first_name, row.email, row.phone])).toEqual([
      ['Ann', 'ann@other.example', '5550101234x7'],
      ['Bo', 'bo@other.example', '5550101235x9'],
      ['Dee', 'dee@other.example', '5550101234'],
    ]);
  });

  test('updates existing contacts only on request, and never empties a field', async () => {
    const owner = await testApp.create.owner();
    const { id } = await owner.call(contract.clients.create, {
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'ann@x.example',
      city: 'Rome',
      phone: '5550101234',
    });
    const file = lines('name,email,phone,city', 'Ann Lee,new@x.example,555-010-1234,');
    const left = await owner.call(imports.importClients, { file });
    expect(left).toMatchObject({ created: 0, updated: 0, skipped: 1 });
    const done = await owner.call(imports.importClients, { file, update_existing: true });
    expect(done).toMatchObject({ created: 0, updated: 1, skipped: 0 });
    expect(await owner.call(contract.clients.get, { id })).toMatchObject({
      email: 'new@x.example',
      city: 'Rome',
      rev: 2,
    });
    expect((await owner.call(contract.clients.list, { text: 'new@x' })).pageData).toHaveLength(1);
  });

  test.each<[string, File, string]>([
    ['an empty file', csv(''), 'The file is empty'],
    ['a header alone', lines('email,first name,last name'), 'The file has no rows below the header'],
    ['blank rows', lines('email,first name,last name', ',,', ' '), 'The file has no rows below the header'],
    [
      'too many rows',
      csv(`email,name\n${'a@b.de,A B\n'.repeat(5001)}`),
      'The file has more than 5,000 rows. Split it into smaller files.',
    ],
  ])('%s is rejected with an error for the field', async (_what, file, message) => {
    const owner = await testApp.create.owner();
    const answer = await owner.request(imports.importClients, { file });
    expect([answer.status, answer.error?.details]).toEqual([400, { file: message }]);
  });

  test('rejects a file that is too large or has no known column', async () => {
    const owner = await testApp.create.owner();
    const big = await owner.request(imports.importClients, { file: csv('x'.repeat(5_242_881)) });
    expect([big.status, big.error?.type]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const file = lines('a,b', '1,2');
    expect((await owner.request(imports.importClients, { file })).error?.details).toEqual({
      mapping: 'Choose the column with the email address',
    });
    for (const mapping of ['{', '[]', '{"a": 1}'])
      expect((await owner.request(imports.importClients, { file, mapping })).error?.details).toEqual({
        mapping: 'The columns could not be read',
      });
    expect(
      (await owner.request(imports.importClients, { file, mapping: '{"a":"website"}' })).error?.details,
    ).toEqual({ mapping: 'Unknown field' });
  });

  test('requires company admin rights and is hidden from other companies', async () => {
    const owner = await testApp.create.owner();
    const staff = await testApp.create.member(owner, { type: 'staff' });
    const file = lines('email,name', 'a@b.example,A B');
    expect((await staff.request(imports.importClients, { file })).status).toBe(403);
    const { import_id } = await owner.call(imports.importClients, { file });
    const stranger = await testApp.create.owner();
    const id = import_id ?? '';
    expect((await stranger.request(imports.getImport, { id })).status).toBe(404);
    expect((await stranger.request(imports.undoImport, { id })).status).toBe(404);
    expect((await stranger.request(imports.getImportErrors, { id })).status).toBe(404);
    expect((await stranger.call(imports.listImports)).pageData).toEqual([]);
  });

  test('runs once for a repeated Idempotency-Key and rejects a different file under the same key', async () => {
    const owner = await testApp.create.owner();
    const file = lines('email,name', 'a@b.example,A B');
    const options = { idempotencyKey: 'one-import' };
    const first = await owner.call(imports.importClients, { file }, options);
    const second = await owner.call(
      imports.importClients,
      { file: lines('email,name', 'a@b.example,A B') },
      options,
    );
    expect(second.import_id).toBe(first.import_id);
    const other = lines('email,name', 'b@b.example,B B');
    expect((await owner.request(imports.importClients, { file: other }, options)).error?.type).toBe(
      'CONFLICT',
    );
    expect((await owner.call(contract.clients.list)).pageInfo.total).toBe(1);
    expect((await owner.call(imports.listImports)).pageInfo.total).toBe(1);
  });

  test('reads each of two columns of one name: the second fills the gaps of the first unless it has another field', async () => {
    const owner = await testApp.create.owner();
    const file = lines('email,name,City,City', 'a@b.example,A B,,Ulm', 'c@d.example,C D,Bonn,Kiel');
    const cities = async () =>
      (await owner.call(contract.clients.list)).pageData.map((row) => [row.city, row.address]);
    await owner.call(imports.importClients, { file });
    expect(await cities()).toEqual([
      ['Ulm', ''],
      ['Bonn', ''],
    ]);
    const mapping = { email: 'email', name: 'full_name', City: 'city', 'City (2)': 'address' };
    await owner.call(imports.importClients, {
      file,
      mapping: JSON.stringify(mapping),
      update_existing: true,
    });
    expect(await cities()).toEqual([
      ['Ulm', 'Ulm'],
      ['Bonn', 'Kiel'],
    ]);
  });

  test('remembers the column mapping for the same headers in any order', async () => {
    const owner = await testApp.create.owner();
    const headers = ['Mail', 'Wer', 'Wo'];
    const guess = await owner.call(imports.getImportMapping, { kind: 'clients', headers });
    expect(guess).toEqual({ mapping: { Mail: 'email', Wer: '', Wo: '' }, is_remembered: false });
    const mapping = { Mail: 'email', Wer: 'full_name', Wo: 'city' };
    await owner.call(imports.importClients, {
      file: lines('Mail,Wer,Wo', 'a@b.example,A B,Ulm'),
      mapping: JSON.stringify(mapping),
    });
    const saved = await owner.call(imports.getImportMapping, {
      kind: 'clients',
      headers: ['Wo', 'Mail', 'Wer'],
    });
    expect(saved).toEqual({ mapping, is_remembered: true });
    const agents = await owner.call(imports.getImportMapping, { kind: 'agents', headers });
    expect(agents.is_remembered).toBe(false);
    await owner.call(imports.putImportMapping, { kind: 'agents', headers, mapping });
    expect((await owner.call(imports.getImportMapping, { kind: 'agents', headers })).mapping).toEqual(
      mapping,
    );
  });
});

const many = (count: number, from = 0) =>
  csv(
    [
      'first_name,last_name,email,phone',
      ...Array.from(
        { length: count },
        (_, i) =>
          `Fay${i + from},Row${i + from},fay${i + from}@x.example,555${String(i + from).padStart(7, '0')}`,
      ),
    ].join('\n'),
  );

describe('a large import', () => {
  test('runs as a job that resumes after an interruption and processes every row exactly once', async () => {
    const owner = await testApp.create.owner();
    const run = await owner.call(imports.importClients, { file: many(900) });
    expect(run).toMatchObject({ status: 'waiting', total: 900, done: 0 });
    const id = run.import_id ?? '';
    const { importBatchSize, processBatch } = await import('./imports/process-batch.ts');
    // One worker processes a batch, another dies in the middle of the next one.
    await testApp.writeAs(owner.subscriberId, (w) => processBatch(w, id));
    await expect(
      testApp.writeAs(owner.subscriberId, async (w) => {
        await processBatch(w, id);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await owner.call(imports.getImport, { id })).toMatchObject({
      status: 'running',
      done: importBatchSize,
      created: importBatchSize,
    });
    await Promise.all([1, 2].map(() => testApp.writeAs(owner.subscriberId, (w) => processBatch(w, id))));
    await testApp.runDueJobs();
    expect(await owner.call(imports.getImport, { id })).toMatchObject({
      status: 'done',
      done: 900,
      created: 900,
    });
    const { pageInfo } = await owner.call(contract.clients.list);
    expect(pageInfo.total).toBe(900);
    const emails = await testApp.readAs(owner.subscriberId, (ctx) =>
      ctx.db.selectFrom('contacts').select('email').execute(),
    );
    expect(new Set(emails.map((row) => row.email)).size).toBe(900);
  });

  test('stops when it is undone while running', async () => {
    const owner = await testApp.create.owner();
    const { import_id } = await owner.call(imports.importClients, { file: many(600) });
    const id = import_id ?? '';
    const { importBatchSize, processBatch } = await import('./imports/process-batch.ts');
    await testApp.writeAs(owner.subscriberId, (w) => processBatch(w, id));
    const undone = await owner.call(imports.undoImport, { id });
    expect(undone).toMatchObject({
      status: 'undone',
      undo: { removed: importBatchSize, restored: 0, kept: [] },
    });
    await testApp.runDueJobs();
    expect((await owner.call(contract.clients.list)).pageInfo.total).toBe(0);
    expect((await owner.request(imports.undoImport, { id })).error?.type).toBe('CONFLICT');
  });
});

describe('undoing an import', () => {
  test('restores the previous state byte for byte', async () => {
    const owner = await testApp.create.owner();
    for (const n of [1, 2, 3])
      await owner.call(contract.clients.create, {
        first_name: `Fay${n}`,
        last_name: `Row${n}`,
        email: `fay${n}@x.example`,
        notes: 'before',
        tags: 'a, b',
      });
    // Except `rev`: it never goes back, or a form opened in between would silently overwrite later changes.
    const contacts = async () =>
      (await rowsOf(owner, 'contacts')).map((row) => row.replace(/"rev":\d+,/, ''));
    const before = [await contacts(), await rowsOf(owner, 'contact_words')];
    testApp.clock.advance(60_000);
    const run = await owner.call(imports.importClients, { file: many(30), update_existing: true });
    expect(run).toMatchObject({ created: 27, updated: 3 });
    expect((await owner.call(contract.clients.list, { text: 'row2' })).pageData).toHaveLength(11);
    const undone = await owner.call(imports.undoImport, { id: run.import_id ?? '' });
    expect(undone.undo).toEqual({ removed: 27, restored: 3, kept: [] });
    expect([await contacts(), await rowsOf(owner, 'contact_words')]).toEqual(before);
    expect((await owner.call(contract.clients.list)).pageInfo.total).toBe(3);
  });

  test('keeps a form opened in between from overwriting a colleague’s change', async () => {
    const owner = await testApp.create.owner();
    const person = { first_name: 'Fay0', last_name: 'Row0', email: 'fay0@x.example' };
    const { id } = await owner.call(contract.clients.create, person);
    const run = await owner.call(imports.importClients, { file: many(1), update_existing: true });
    const opened = await owner.call(contract.clients.get, { id });
    await owner.call(imports.undoImport, { id: run.import_id ?? '' });
    // As many updates as it would take for a rev that goes back to reach the same value again.
    await owner.call(contract.clients.update, { id, city: 'Ulm' });
    const late = await owner.request(contract.clients.update, { id, city: 'Rome', rev: opened.rev });
    expect(late.error?.type).toBe('CONFLICT');
    expect((await owner.call(contract.clients.get, { id })).city).toBe('Ulm');
  });

  test('leaves an older import undoable', async () => {
    const owner = await testApp.create.owner();
    const first = await owner.call(imports.importClients, { file: many(3) });
    const later = csv('first_name,last_name,email,phone,city\nFay1,Row1,fay1@x.example,5550000001,Ulm');
    const second = await owner.call(imports.importClients, { file: later, update_existing: true });
    expect(second).toMatchObject({ created: 0, updated: 1 });
    await owner.call(imports.undoImport, { id: second.import_id ?? '' });
    const { undo } = await owner.call(imports.undoImport, { id: first.import_id ?? '' });
    expect(undo).toEqual({ removed: 3, restored: 0, kept: [] });
  });

  test('leaves an older merge fully undoable', async () => {
    const owner = await testApp.create.owner();
    const add = (n: number, city: string) =>
      owner.call(contract.clients.create, {
        first_name: `Fay${n}`,
        last_name: `Row${n}`,
        email: `fay${n}@x.example`,
        city,
      });
    const [keep, other] = [await add(0, ''), await add(1, 'Ulm')];
    const ids = { kind: 'clients', keep_id: keep.id, merge_id: other.id } as const;
    const { merge_id, person } = await owner.call(merging.mergePeople, { ...ids, fields: { city: 'merge' } });
    expect(person.city).toBe('Ulm');
    const run = await owner.call(imports.importClients, { file: many(1), update_existing: true });
    expect(run.updated).toBe(1);
    await owner.call(imports.undoImport, { id: run.import_id ?? '' });
    const undone = await owner.call(merging.undoMerge, { id: merge_id });
    expect([undone.person.city, undone.restored.city]).toEqual(['', 'Ulm']);
  });

  test('leaves contacts that were changed or deleted since unchanged, and lists them', async () => {
    const owner = await testApp.create.owner();
    const run = await owner.call(imports.importClients, { file: many(4) });
    const { pageData } = await owner.call(contract.clients.list);
    const [changed, gone] = pageData;
    await owner.call(contract.clients.update, { id: changed?.id ?? '', city: 'Ulm' });
    await owner.call(contract.clients.remove, { id: gone?.id ?? '' });
    const { undo } = await owner.call(imports.undoImport, { id: run.import_id ?? '' });
    expect(undo).toEqual({
      removed: 2,
      restored: 0,
      kept: [
        { row: 2, contact_id: changed?.id, name: 'Fay0 Row0', reason: 'changed' },
        { row: 3, contact_id: gone?.id, name: 'Fay1 Row1', reason: 'gone' },
      ],
    });
    expect((await owner.call(contract.clients.list)).pageData.map((row) => row.id)).toEqual([changed?.id]);
  });
});

test('undoes thousands of rows quickly, even in a session whose statistics expect only a few', async () => {
  const owner = await testApp.create.owner();
  const of = owner.subscriberId;
  const switched = (status: number) =>
    testApp.writeAs(of, (w) =>
      w.db.updateTable('contacts').set({ status }).where('subscriber_id', '=', of).execute(),
    );
  const small = await owner.call(imports.importClients, { file: many(20) });
  await switched(0);
  await owner.call(imports.undoImport, { id: small.import_id ?? '' });
  await switched(1);
  // The planner's statistics now describe a company of this size.
  await testApp.writeAs(of, async (w) => {
    await sql`reset role`.execute(w.db);
    await sql`analyze contacts, contact_words, import_rows`.execute(w.db);
    await sql`set local role app_user`.execute(w.db);
  });
  const large = await owner.call(imports.importClients, { file: many(3000) });
  await testApp.runDueJobs();
  await switched(0);
  await switched(1);
  const removed = await owner.call(contract.countPeople, {});
  expect(removed.clients).toEqual({ active: 3000, inactive: 0, total: 3000 });
  const undone = await owner.request(imports.undoImport, { id: large.import_id ?? '' });
  expect(undone.status).toBe(200);
  expect((await owner.call(contract.countPeople, {})).clients.total).toBe(0);
}, 60_000);
