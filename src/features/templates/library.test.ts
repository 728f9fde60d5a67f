import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { fromPlainText } from '#domain/text/rich-text.ts';
import { asTenantReadOnly } from '#server/db/connect.ts';
import { deleteMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { statementsDuring } from '#testing/statements.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { encodeCursor } from '#wire/paging.ts';
import { getTemplate } from './contract.ts';
import { createTemplate, deleteTemplate, patchTemplate } from './editing-contract.ts';
import {
  listDuplicateComments,
  listLibraryComments,
  replaceInComments,
  revertCommentChanges,
  shareWording,
} from './library-contract.ts';

const testApp = await startTestApp({ at: '2031-03-01T14:00:00Z' });

interface Draft {
  name: string;
  text?: string;
  min_cost?: number;
}

/** A template with one item and these comments; returns their ids by name. */
async function templateWith(owner: TestUser, name: string, comments: Draft[]) {
  const { id, rev } = await owner.call(createTemplate, { name });
  const [section, item] = [newId(), newId()];
  const rows = comments.map(({ text, ...more }) => ({
    id: newId(),
    item_id: item,
    kind: 3 as const,
    ...more,
    default_text: text === undefined ? null : fromPlainText(text),
  }));
  const add = {
    op_id: newId(),
    type: 'add_section' as const,
    after_id: null,
    section: {
      id: section,
      name: 'Roof',
      items: [{ id: item, section_id: section, name: 'Covering', comments: rows }],
    },
  };
  await owner.call(patchTemplate, { id, rev, ops: [add] });
  return { id, comments: Object.fromEntries(rows.map((row) => [row.name, row.id])) };
}

async function setup() {
  const owner = await testApp.create.owner();
  // New companies have a template of their own already.
  await testApp.writeAs(owner.subscriberId, (w) => deleteMine(w, 'template_comments').execute());
  const house = await templateWith(owner, 'House', [
    { name: 'Cracked tile', text: 'A tile is cracked.', min_cost: 100 },
    { name: 'Moss', text: 'Moss on the tiles.' },
  ]);
  const condo = await templateWith(owner, 'Condo', [
    { name: 'cracked tile', text: 'Tile broken, have it replaced.' },
    { name: 'Dächer undicht', text: 'Leaks at the tile.' },
  ]);
  const named = async (text: string) =>
    (await owner.call(listLibraryComments, { text })).pageData.map((row) => row.name);
  return { owner, house, condo, named };
}

test('finds comments of all templates by words of their names, texts and tags, whatever their case and accents', async () => {
  const { owner, condo, named } = await setup();
  expect(await named('tile CRACKED')).toEqual(['Cracked tile', 'cracked tile'].toSorted());
  expect(await named('dacher')).toEqual(['Dächer undicht']);
  expect(await named('paragraph')).toEqual([]);
  const { pageData } = await owner.call(listLibraryComments, { text: 'broken', kind: 3 });
  expect(pageData).toMatchObject([
    { template: { id: condo.id, name: 'Condo' }, section: { name: 'Roof' }, item: { name: 'Covering' } },
  ]);
  await owner.call(deleteTemplate, { id: condo.id });
  expect(await named('broken')).toEqual([]);
});

test('pages through all comments, none twice', async () => {
  const { owner } = await setup();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { pageData, pageInfo } = await owner.call(listLibraryComments, {
      perPage: 1,
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...pageData.map((row) => row.id));
    cursor = pageInfo.endCursor ?? undefined;
    if (!pageInfo.hasNextPage) break;
  } while (cursor);
  expect(new Set(seen).size).toBe(4);
  expect(seen).toHaveLength(4);
});

test('finds names that several comments have, with their different texts', async () => {
  const { owner } = await setup();
  const { pageData } = await owner.call(listDuplicateComments, {});
  expect(pageData).toMatchObject([{ kind: 3, places: 2, wordings: 2 }]);
});

test('pages through the names that several comments have, and counts them with the same statement', async () => {
  const owner = await testApp.create.owner();
  await testApp.writeAs(owner.subscriberId, (w) => deleteMine(w, 'template_comments').execute());
  const names = ['Alpha', 'Beta', 'Gamma'];
  await templateWith(
    owner,
    'House',
    [...names, ...names].map((name) => ({ name, text: name })),
  );
  const page = async (cursor?: string) => {
    let answer: Awaited<ReturnType<typeof read>> | undefined;
    const read = () => owner.call(listDuplicateComments, { perPage: 2, ...(cursor ? { cursor } : {}) });
    const statements = await statementsDuring('group by lower(c.name)', async () => {
      answer = await read();
    });
    expect(statements).toHaveLength(1);
    if (!answer) throw new Error('no answer');
    return { names: answer.pageData.map((row) => row.name), ...answer.pageInfo };
  };
  const first = await page();
  expect(first).toMatchObject({ names: ['Alpha', 'Beta'], total: 3, hasNextPage: true });
  const second = await page(first.endCursor ?? '');
  expect(second).toMatchObject({ names: ['Gamma'], total: 3, hasNextPage: false });
  const beyond = await page(encodeCursor(['zzz', 3]));
  expect(beyond).toMatchObject({ names: [], total: 3, hasNextPage: false });
});

test('reads a page of 20,000 comments in the order of the index, without sorting them', async () => {
  const { owner } = await setup();
  await testApp.writeAs(owner.subscriberId, (w) =>
    sql`insert into template_comments (subscriber_id, template_id, item_id, id, kind, name, position)
      select * from (select subscriber_id, template_id, item_id from template_comments limit 1) one,
        lateral (select gen_random_uuid(), 3, 'Comment ' || md5(n::text), n from generate_series(1, 20000) n) many`.execute(
      w.db,
    ),
  );
  for (const table of ['template_comments', 'template_items', 'template_sections', 'templates'])
    await sql`analyze ${sql.table(table)}`.execute(testApp.runtime.db);
  const { pageInfo } = await owner.call(listLibraryComments, {});
  for (const input of [{}, { cursor: pageInfo.endCursor ?? '' }]) {
    const [statement] = await statementsDuring('order by lower(c.name)', () =>
      owner.call(listLibraryComments, input),
    );
    const { rows } = await asTenantReadOnly(
      testApp.runtime.db,
      { subscriberId: owner.subscriberId, userId: null },
      (trx) =>
        trx.executeQuery<Record<'QUERY PLAN', string>>(
          CompiledQuery.raw(`explain analyze ${statement?.text}`, statement?.values ?? []),
        ),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('template_comments_by_name');
    expect(plan).not.toMatch(/Sort|Seq Scan on template_comments/);
  }
});

test('replaces words everywhere after showing what changes, and takes it back', async () => {
  const { owner, house, named } = await setup();
  const wanted = { find: 'tile', replace_with: 'slate', whole_words: true };
  const preview = await owner.call(replaceInComments, { ...wanted, dry_run: true });
  expect(preview.comments.map((row) => row.after.text).sort()).toEqual([
    'A slate is cracked.',
    'Leaks at the slate.',
    'slate broken, have it replaced.',
  ]);
  expect(await named('slate')).toEqual([]);
  const same = { find: 'tile', replace_with: 'tile', match_case: true, dry_run: true };
  expect((await owner.call(replaceInComments, same)).comments).toEqual([]);
  const { op_ids } = await owner.call(replaceInComments, wanted);
  expect(await named('slate')).toHaveLength(3);
  expect(await named('tiles')).toEqual(['Moss']);

  const own = await owner.call(getTemplate, { id: house.id });
  const id = house.comments['Cracked tile'] ?? '';
  const since = {
    op_id: newId(),
    type: 'update_comment' as const,
    comment_id: id,
    changes: { name: 'Broken' },
  };
  await owner.call(patchTemplate, { id: house.id, rev: own.rev, ops: [since] });
  await owner.call(revertCommentChanges, { op_ids });
  expect(await named('slate')).toEqual([]);
  expect(await named('broken')).toContain('Broken');
  expect(await owner.call(revertCommentChanges, { op_ids })).toEqual({ reverted: 0, left: op_ids.length });
});

test('replaces only in the chosen comments, and names those that would lose their name', async () => {
  const { owner, condo, named } = await setup();
  const { comments, op_ids } = await owner.call(replaceInComments, {
    find: 'dächer undicht',
    replace_with: ' ',
    comments: Object.values(condo.comments),
  });
  expect(comments).toMatchObject([{ problem: 'no_name' }]);
  expect(op_ids).toEqual([]);
  expect(await named('dacher')).toHaveLength(1);
});

test('gives other comments the text and costs of one, in one step', async () => {
  const { owner, house, condo } = await setup();
  const [from, to] = [house.comments['Cracked tile'] ?? '', condo.comments['cracked tile'] ?? ''];
  const { op_ids } = await owner.call(shareWording, { id: from, to: [to], fields: ['text', 'costs'] });
  const after = await owner.call(getTemplate, { id: condo.id });
  expect(after.sections[0]?.items[0]?.comments.find((row) => row.id === to)).toMatchObject({
    name: 'cracked tile',
    default_text: fromPlainText('A tile is cracked.'),
    min_cost: 100,
  });
  expect((await owner.call(listDuplicateComments, {})).pageData).toMatchObject([{ wordings: 1 }]);
  expect(await owner.call(revertCommentChanges, { op_ids })).toEqual({ reverted: 1, left: 0 });
});

test('never touches the comments of another company', async () => {
  const [one, other] = [await setup(), await setup()];
  const theirs = other.condo.comments['cracked tile'] ?? '';
  const from = one.house.comments['Cracked tile'] ?? '';
  const shared = await one.owner.request(shareWording, { id: from, to: [theirs], fields: ['text'] });
  expect(shared.error).toMatchObject({ type: 'BAD_USER_INPUT' });
  const { op_ids } = await other.owner.call(replaceInComments, { find: 'tile', replace_with: 'slate' });
  expect((await one.owner.request(revertCommentChanges, { op_ids })).error).toMatchObject({
    type: 'BAD_USER_INPUT',
  });
  expect(await other.named('slate')).toHaveLength(4);
});
