import { afterEach, describe, expect, test } from 'vitest';
import { commentsOf, itemsOf, type TemplateContent } from '#domain/templates/template.ts';
import { rivalsOf } from '#domain/templates/template-op-facts.ts';
import { applyTemplateOps, type TemplateChange, type TemplateOp } from '#domain/templates/template-ops.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { randomCases } from '#testing/thorough.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import type { SessionState } from '#web/session.ts';
import { onlyFor } from './only-for.ts';
import { TemplateEditor } from './template-editor.ts';
import type { Batch, TemplateDraft, TemplateDrafts } from './template-editor-types.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const empty: TemplateContent = {
  name: 'Residential',
  description: '',
  report_title: '',
  ratings: [],
  header_text: null,
  disclaimer: null,
  sections: [],
};

/** Two sections with two items of two comments each. */
function startContent(newId: () => string): TemplateContent {
  const ops = [1, 2].map((n): TemplateOp => {
    const section_id = newId();
    const items = ['a', 'b'].map((name) => {
      const item_id = newId();
      const comments = [1, 3].map((kind) => ({
        id: newId(),
        item_id,
        kind: kind as 1 | 3,
        name: `${name}${kind}`,
      }));
      return { id: item_id, section_id, name: `${n}${name}`, comments };
    });
    return {
      op_id: newId(),
      type: 'add_section',
      section: { id: section_id, name: `S${n}`, items },
      after_id: null,
    };
  });
  return applyTemplateOps(empty, ops).content;
}

/** The fields that an update writes, with their values in a state. */
function fieldsOf(content: TemplateContent, op: TemplateOp): Record<string, string> {
  if (!('changes' in op)) return {};
  const [id, parts]: [string, readonly { id: string }[]] =
    op.type === 'update_section'
      ? [op.section_id, content.sections]
      : op.type === 'update_item'
        ? [op.item_id, itemsOf(content)]
        : op.type === 'update_comment'
          ? [op.comment_id, commentsOf(content)]
          : ['', [{ ...content, id: '' }]];
  const part = parts.find((each) => each.id === id) as Record<string, unknown> | undefined;
  const names = part ? Object.keys(op.changes) : [];
  return Object.fromEntries(names.map((name) => [`${id}:${name}`, JSON.stringify(part?.[name])]));
}

/** The server's rules on one template in memory: what `apply-template-ops.ts` does in the database. */
class Server {
  content: TemplateContent;
  rev = 1;
  /** What the author of a change saw when making it. */
  readonly seen = new Map<string, TemplateContent>();
  /** What was overwritten unseen. */
  readonly lost: string[] = [];
  readonly #writers = new Map<string, number>();
  readonly log: { op: TemplateOp; rev: number; refused: string | null }[] = [];
  constructor(content: TemplateContent) {
    this.content = content;
  }
  load() {
    const { rev, content } = this;
    return { id: 'template', status: 1, version: 1, rev, updated_at: '', content };
  }
  /** Notes if a change overwrites what another editor wrote after its author had last seen the field. */
  #checkSeen(by: number, ops: readonly TemplateOp[]) {
    let current = this.content;
    for (const op of ops) {
      const [now, then] = [fieldsOf(current, op), fieldsOf(this.seen.get(op.op_id) ?? current, op)];
      for (const [field, value] of Object.entries(fieldsOf(applyTemplateOps(current, [op]).content, op))) {
        // A part that was away and came back is as its author chose in the conflict before.
        const isUnseen = field in then && now[field] !== then[field] && now[field] !== value;
        if (isUnseen && (this.#writers.get(field) ?? by) !== by)
          this.lost.push(`${field}: ${now[field]} was overwritten by ${value}, seen was ${then[field]}`);
        this.#writers.set(field, by);
      }
      current = applyTemplateOps(current, [op]).content;
    }
  }
  save({ rev, ops, own: before }: Batch, by = 0) {
    const known = new Map(this.log.map(({ op, refused }) => [op.op_id, refused]));
    const own = new Set([...before, ...ops.map((op) => op.op_id)]);
    const newer = this.log.filter(
      (each) => each.rev > rev && each.refused === null && !own.has(each.op.op_id),
    );
    const fresh = ops.filter((op) => !known.has(op.op_id));
    const conflicts = rivalsOf(this.content, fresh, newer).map(({ op }) => ({
      op_id: op.op_id,
      by: 'B',
      at: '',
    }));
    if (conflicts.length > 0) throw new ApiFailure('CONFLICT', 'changed', 409, { conflicts }, null);
    const { content, results } = applyTemplateOps(this.content, fresh);
    this.#checkSeen(
      by,
      fresh.filter((_, at) => !results[at]?.refused),
    );
    if (content !== this.content) this.rev += 1;
    this.content = content;
    for (const [i, op] of fresh.entries())
      this.log.push({ op: structuredClone(op), rev: this.rev, refused: results[i]?.refused ?? null });
    const reasons = new Map(this.log.map(({ op, refused }) => [op.op_id, refused]));
    return {
      rev: this.rev,
      version: 1,
      behind: newer.length > 0,
      results: ops.map(({ op_id }) => ({ op_id, refused: reasons.get(op_id) ?? null })),
    };
  }
}

const inMemory = (
  draft: TemplateDraft = { ops: [], own: [], conflicts: [], refused: [] },
): TemplateDrafts & { kept: TemplateDraft } => ({
  kept: draft,
  open: async () => draft,
  write(next) {
    this.kept = structuredClone(next);
    return true;
  },
  close: () => {},
});

const editors: TemplateEditor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.close();
});

async function openEditor(
  server: Server,
  newId: () => string,
  options: {
    lose?: () => boolean;
    drafts?: TemplateDrafts;
    check?: (ops: readonly TemplateOp[]) => void;
  } = {},
) {
  const lost = () => {
    if (options.lose?.()) throw new ApiFailure('NETWORK', 'offline', 0, null, null);
  };
  const by = editors.length;
  const editor: TemplateEditor = new TemplateEditor({
    newId: () => {
      const id = newId();
      server.seen.set(id, editor.state()?.content ?? server.content);
      return id;
    },
    drafts: options.drafts ?? inMemory(),
    load: async () => {
      lost();
      return server.load();
    },
    save: async (batch) => {
      const { ops } = batch;
      lost();
      options.check?.(ops);
      const answer = server.save(structuredClone(batch), by);
      lost();
      // What is acknowledged is what was sent, also when it had come before.
      for (const op of ops) expect(server.log.find((each) => each.op.op_id === op.op_id)?.op).toEqual(op);
      return answer;
    },
  });
  editors.push(editor);
  await editor.open();
  return editor;
}

function counter() {
  let n = 0;
  return () => {
    n += 1;
    return uuid(n);
  };
}

const contentOf = (editor: TemplateEditor) => editor.state()?.content ?? empty;

test('three editors with a bad connection converge, and everything acknowledged is in the result', async () => {
  for (let seed = 1; seed <= randomCases(1000); seed += 1) {
    const random = seededRandom(seed);
    const newId = counter();
    const start = startContent(newId);
    const server = new Server(start);
    let isBad = false;
    const lose = () => isBad && random() < 0.2;
    const all: TemplateEditor[] = [];
    for (let i = 0; i < 3; i += 1) all.push(await openEditor(server, newId, { lose }));
    isBad = true;

    for (let step = 0; step < 25; step += 1) {
      const editor = all[Math.floor(random() * 3)];
      if (!editor) continue;
      act(editor, random, newId);
      if (random() < 0.6) continue;
      const sending = editor.flush();
      await Promise.resolve();
      // Typed while a batch is on its way.
      if (random() < 0.5) act(editor, random, newId);
      await sending;
    }
    isBad = false;
    for (let round = 0; round < 6; round += 1)
      for (const editor of all) {
        for (const { op } of editor.state()?.conflicts ?? [])
          if (random() < 0.5) editor.keepMine(op.op_id);
          else editor.takeTheirs(op.op_id);
        await editor.flush();
        await editor.refresh();
      }
    expect(server.lost, `seed ${seed}`).toEqual([]);
    for (const editor of all) {
      expect(editor.state()).toMatchObject({ waiting: 0, saving: 'saved' });
      expect(contentOf(editor), `seed ${seed}`).toEqual(server.content);
    }
    const accepted = server.log.filter(({ refused }) => refused === null).map(({ op }) => op);
    expect(new Set(accepted.map((op) => op.op_id)).size).toBe(accepted.length);
    expect(applyTemplateOps(start, accepted).content, `seed ${seed}`).toEqual(server.content);
    for (const editor of editors.splice(0)) editor.close();
  }
}, 120_000);

/** One random action of a user on what they see. */
function act(editor: TemplateEditor, random: () => number, newId: () => string): void {
  const content = contentOf(editor);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const section = pick(content.sections);
  const item = pick(itemsOf(content));
  const comment = pick(commentsOf(content));
  const name = `n${Math.floor(random() * 1000)}`;
  const changes: (TemplateChange | undefined)[] = [
    { type: 'update_template', changes: { report_title: name } },
    section && { type: 'update_section', section_id: section.id, changes: { name } },
    section && { type: 'move_section', section_id: section.id, after_id: pick(content.sections)?.id ?? null },
    section && random() < 0.3 ? { type: 'remove_section', section_id: section.id } : undefined,
    { type: 'add_section', section: { id: newId(), name }, after_id: section?.id ?? null },
    section && { type: 'add_item', item: { id: newId(), section_id: section.id, name }, after_id: null },
    section && item && { type: 'move_item', item_id: item.id, section_id: section.id, after_id: null },
    item && { type: 'remove_item', item_id: item.id },
    item && {
      type: 'add_comment',
      comment: { id: newId(), item_id: item.id, kind: 3, name },
      after_id: null,
    },
    comment && { type: 'update_comment', comment_id: comment.id, changes: { name } },
    comment && { type: 'update_comment', comment_id: comment.id, changes: { is_required: random() < 0.5 } },
    item && comment && { type: 'move_comment', comment_id: comment.id, item_id: item.id, after_id: null },
    comment && { type: 'remove_comment', comment_id: comment.id },
  ];
  const chosen = pick(changes);
  if (random() < 0.1) editor.undo();
  else if (random() < 0.05) editor.redo();
  else if (chosen) editor.change(chosen);
}

describe('the template editor', () => {
  test('takes back its own rename after someone else moved the section and added to it', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const a = await openEditor(server, newId);
    const b = await openEditor(server, newId);
    const [roof, other] = contentOf(a).sections;
    if (!roof || !other) return expect.unreachable();
    a.change({ type: 'update_section', section_id: roof.id, changes: { name: 'Roofing' } });
    await a.flush();
    await b.refresh();
    const x = newId();
    b.change({ type: 'move_section', section_id: roof.id, after_id: other.id });
    b.change({
      type: 'add_comment',
      comment: { id: x, item_id: roof.items[0]?.id ?? '', kind: 3, name: 'X' },
      after_id: null,
    });
    await b.flush();
    await a.refresh();
    const seen = () => {
      const last = contentOf(a).sections.at(-1);
      return [last?.id, last?.name, commentsOf(contentOf(a)).some((comment) => comment.id === x)];
    };
    a.undo();
    expect(seen()).toEqual([roof.id, roof.name, true]);
    a.redo();
    expect(seen()).toEqual([roof.id, 'Roofing', true]);
    await a.flush();
    expect(b.state()?.canUndo).toBe(true);
    expect(server.content.sections.at(-1)?.name).toBe('Roofing');
  });

  test('keeps the words of a change to a comment that was removed meanwhile, and does not bring it back', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const a = await openEditor(server, newId);
    const b = await openEditor(server, newId);
    const comment_id = commentsOf(contentOf(a))[0]?.id ?? '';
    b.change({ type: 'remove_comment', comment_id });
    await b.flush();
    a.change({ type: 'update_comment', comment_id, changes: { name: 'GFCI missing at the sink' } });
    await a.flush();
    expect(a.state()?.refused).toMatchObject([
      { reason: 'This was removed from the template', op: { changes: { name: 'GFCI missing at the sink' } } },
    ]);
    expect(commentsOf(contentOf(a)).some((comment) => comment.id === comment_id)).toBe(false);
    b.undo();
    await b.flush();
    await a.refresh();
    expect(commentsOf(contentOf(a)).some((comment) => comment.id === comment_id)).toBe(true);
  });

  test('puts an item back that was moved into a section that is gone, with a sentence', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const a = await openEditor(server, newId);
    const b = await openEditor(server, newId);
    const [from, to] = contentOf(a).sections;
    const item_id = from?.items[0]?.id ?? '';
    b.change({ type: 'remove_section', section_id: to?.id ?? '' });
    await b.flush();
    a.change({ type: 'move_item', item_id, section_id: to?.id ?? '', after_id: null });
    await a.flush();
    expect(a.state()?.refused).toMatchObject([{ reason: 'This was removed from the template' }]);
    expect(itemsOf(contentOf(a)).map(({ id }) => id)).toEqual(from?.items.map(({ id }) => id));
  });

  test('says that changes are not stored when the device has no space, and stores them when it has', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const drafts = inMemory();
    let [isFull, isLost] = [true, false];
    const a = await openEditor(server, newId, {
      lose: () => isLost,
      drafts: { ...drafts, write: (draft) => !isFull && drafts.write(draft) },
    });
    isLost = true;
    a.change({ type: 'update_template', changes: { name: 'Typed' } });
    await a.flush();
    expect(a.state()).toMatchObject({ saving: 'unstored', waiting: 1 });
    isFull = false;
    await a.flush();
    expect(a.state()?.saving).toBe('device');
    expect(drafts.kept.ops).toHaveLength(1);
  });

  test('lets the user choose between two values of one field', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const a = await openEditor(server, newId);
    const b = await openEditor(server, newId);
    const section_id = contentOf(a).sections[0]?.id ?? '';
    const rename = (name: string): TemplateChange => ({
      type: 'update_section',
      section_id,
      changes: { name },
    });
    a.change(rename('Ours'));
    b.change(rename('Theirs'));
    await b.flush();
    await a.flush();
    const [conflict] = a.state()?.conflicts ?? [];
    expect(conflict?.by).toBe('B');
    expect(contentOf(a).sections[0]?.name).toBe('Theirs');
    a.keepMine(conflict?.op.op_id ?? '');
    await a.flush();
    expect(server.content.sections[0]?.name).toBe('Ours');
  });

  test('sends after a crash what was not sent before, once', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const drafts = inMemory();
    const killed = await openEditor(server, newId, { drafts, lose: () => server.rev > 1 });
    killed.change({ type: 'update_template', changes: { report_title: 'Report' } });
    await killed.flush();
    killed.change({ type: 'add_section', section: { id: newId(), name: 'Attic' }, after_id: null });
    killed.close();
    expect(server.rev, 'stored, but the answer was lost').toBe(2);
    expect(drafts.kept.ops).toHaveLength(2);
    const next = await openEditor(server, newId, { drafts: inMemory(drafts.kept) });
    expect(await next.flush()).toBe(true);
    expect(server.content.report_title).toBe('Report');
    expect(server.content.sections.map((section) => section.name)).toEqual(['Attic', 'S2', 'S1']);
    expect(server.log).toHaveLength(2);
  });

  test('takes typing on in one field back as one step, and a bulk change too', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const a = await openEditor(server, newId);
    const section_id = contentOf(a).sections[0]?.id ?? '';
    const before = contentOf(a);
    for (const name of ['R', 'Ro', 'Roof'])
      a.change({ type: 'update_section', section_id, changes: { name } });
    a.change(
      ...commentsOf(before).map(
        (comment): TemplateChange => ({
          type: 'update_comment',
          comment_id: comment.id,
          changes: { tags: ['roof'] },
        }),
      ),
    );
    a.undo();
    expect(commentsOf(contentOf(a)).every((comment) => comment.tags.length === 0)).toBe(true);
    a.undo();
    expect(contentOf(a)).toEqual(before);
    expect(a.state()?.canUndo).toBe(false);
  });

  test('sends nothing more once the template is deleted, and keeps the words', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const drafts = inMemory();
    const a = await openEditor(server, newId, { drafts });
    const b = await openEditor(server, newId);
    const rename = (name: string): TemplateChange => ({
      type: 'update_section',
      section_id: server.content.sections[0]?.id ?? '',
      changes: { name },
    });
    a.change(rename('Ours'));
    b.change(rename('Theirs'));
    await b.flush();
    const load = server.load.bind(server);
    let loads = 0;
    server.load = () => {
      loads += 1;
      throw new ApiFailure('NOT_FOUND', 'not found', 404, null, null);
    };
    expect(await a.flush(), 'the conflict means to reload, which fails').toBe(false);
    a.change({ type: 'update_template', changes: { report_title: 'Report' } });
    expect(await a.flush()).toBe(false);
    expect(loads).toBe(1);
    expect(a.state()?.stopped?.map((op) => op.type)).toEqual(['update_section', 'update_template']);
    expect(a.state()?.saving).toBe('device');
    expect(drafts.kept.ops).toHaveLength(2);
    server.load = load;
    await a.refresh();
    expect(await a.flush(), 'restored').toBe(true);
    expect(a.state()?.stopped).toBeNull();
    expect(server.content.report_title).toBe('Report');
  });

  const title = (report_title: string): TemplateChange => ({
    type: 'update_template',
    changes: { report_title },
  });
  const addSections = (newId: () => string, ...names: string[]) =>
    names.map(
      (name): TemplateChange => ({
        type: 'add_section',
        section: { id: newId(), name },
        after_id: null,
      }),
    );

  test('sets aside only the invalid change of a batch, and shows it after a restart until it is dismissed', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const drafts = inMemory();
    const check = (ops: readonly TemplateOp[]) => {
      const wrong = ops.findIndex((op) => op.type === 'update_template');
      if (wrong >= 0)
        throw new ApiFailure(
          'BAD_USER_INPUT',
          'Too long',
          400,
          { [`ops.${wrong}.changes`]: 'Too long' },
          null,
        );
    };
    const a = await openEditor(server, newId, { drafts, check });
    a.change(...addSections(newId, 'Attic'), title('x'), ...addSections(newId, 'Garage'));
    expect(await a.flush()).toBe(true);
    expect(server.content.sections).toHaveLength(4);
    expect(a.state()?.content).toEqual(server.content);
    const words = [{ reason: 'Too long', op: { changes: { report_title: 'x' } } }];
    expect(a.state()?.refused).toMatchObject(words);
    const next = await openEditor(server, newId, { drafts: inMemory(drafts.kept) });
    expect(next.state()?.refused).toMatchObject(words);
    a.dismiss(a.state()?.refused[0]?.op.op_id ?? '');
    expect(drafts.kept.refused).toEqual([]);
  });

  test('sends less at once if a batch is too large, and sets aside only a change that is too large by itself', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const check = (ops: readonly TemplateOp[]) => {
      if (ops.length > 3 || ops.some((op) => op.type === 'update_template'))
        throw new ApiFailure('TOO_LARGE', 'Too large', 413, null, null);
    };
    const a = await openEditor(server, newId, { check });
    a.change(...addSections(newId, ...'abcdefgh'), title('x'), ...addSections(newId, ...'ijk'));
    expect(await a.flush()).toBe(true);
    expect(server.content.sections).toHaveLength(13);
    expect(a.state()?.refused).toMatchObject([{ reason: 'Too large', op: { type: 'update_template' } }]);
    expect(a.state()?.content).toEqual(server.content);
  });

  test('shows a part again whose removal was refused', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const check = () => {
      throw new ApiFailure('BAD_USER_INPUT', 'No', 400, null, null);
    };
    const a = await openEditor(server, newId, { check });
    a.change({ type: 'remove_section', section_id: server.content.sections[0]?.id ?? '' });
    expect(contentOf(a).sections).toHaveLength(1);
    await a.flush();
    expect(contentOf(a).sections).toHaveLength(2);
  });

  test('asks about a field that someone else changed since a waiting change of it was made', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const b = await openEditor(server, newId);
    const [one, two] = contentOf(b).sections.map(({ id }) => id);
    const rename = (section_id: string | undefined, name: string): TemplateChange => ({
      type: 'update_section',
      section_id: section_id ?? '',
      changes: { name },
    });
    let isFirst = true;
    const check = () => {
      if (!isFirst) return;
      isFirst = false;
      // Typed while the batch before is on its way, on a state without the change of B.
      a.change(rename(two, 'A2'));
    };
    const a = await openEditor(server, newId, { check });
    b.change(rename(two, 'B2'));
    await b.flush();
    a.change(rename(one, 'A1'));
    await a.flush();
    expect(server.content.sections.map(({ name }) => name)).toEqual(['A1', 'B2']);
    expect(a.state()?.conflicts).toMatchObject([{ op: { changes: { name: 'A2' } } }]);
    a.keepMine(a.state()?.conflicts[0]?.op.op_id ?? '');
    expect(await a.flush()).toBe(true);
    expect(server.content.sections.map(({ name }) => name)).toEqual(['A1', 'A2']);
  });

  test('has no conflict with its own changes that were confirmed since', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const b = await openEditor(server, newId);
    b.change(title('B'));
    await b.flush();
    let isFirst = true;
    const section_id = contentOf(b).sections[0]?.id ?? '';
    const rename = (name: string): TemplateChange => ({
      type: 'update_section',
      section_id,
      changes: { name },
    });
    const check = () => {
      if (!isFirst) return;
      isFirst = false;
      b.change(...addSections(newId, 'Attic'));
      void b.flush();
      a.change(rename('Again'));
    };
    const a = await openEditor(server, newId, { check });
    a.change(rename('Once'));
    await a.flush();
    expect(a.state()?.conflicts).toEqual([]);
    expect(server.content.sections.find(({ id }) => id === section_id)?.name).toBe('Again');
  });

  test('sends nothing more after its user signed out, and keeps it on the device', async () => {
    const newId = counter();
    const server = new Server(startContent(newId));
    const drafts = inMemory();
    let user: { id: string } | null = { id: 'ada' };
    let notify = () => {};
    const session = {
      state: () => ({ user }) as SessionState,
      subscribe: (listener: () => void) => {
        notify = listener;
        return () => {};
      },
    };
    const switchTo = (next: { id: string } | null) => {
      user = next;
      notify();
    };
    let batches = 0;
    const check = () => {
      batches += 1;
      switchTo(null);
      switchTo({ id: 'bob' });
    };
    const a = await openEditor(server, newId, { drafts, check });
    let returns = 0;
    onlyFor('ada', a, () => (returns += 1), session);
    const section_id = contentOf(a).sections[0]?.id ?? '';
    for (let i = 0; i < 120; i += 1)
      a.change(title(`${i}`), { type: 'update_section', section_id, changes: { name: `${i}` } });
    expect(await a.flush()).toBe(false);
    expect(await a.flush()).toBe(false);
    expect(batches).toBe(1);
    expect(drafts.kept.ops).toHaveLength(40);
    expect(returns).toBe(0);
    switchTo({ id: 'ada' });
    expect(returns).toBe(1);
  });
});
