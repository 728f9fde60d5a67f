import { afterEach, expect, test } from 'vitest';
import { allItems } from '#domain/reports/operations/content-parts.ts';
import { rivalsOf } from '#domain/reports/operations/report-op-facts.ts';
import { applyOps, type ReportChange, type ReportOp } from '#domain/reports/operations/report-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { randomCases } from '#testing/thorough.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { contentOf, sectionsOnWire } from '../../../present.ts';
import { memoryDrafts, smallReport } from '../drafts-for-tests.ts';
import { createEditor } from '../editor-store.ts';
import type { Editor, SaveAnswer } from '../editor-types.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The server's rules on one report in memory: what `apply-report-ops.ts` does in the database. */
class Server {
  content: ReportContent;
  rev = 1;
  /** What the author of a change saw when making it. */
  readonly seen = new Map<string, ReportContent>();
  readonly log: { op: ReportOp; rev: number; refused: string | null; by: number }[] = [];
  /** What was overwritten unseen. */
  readonly lost: string[] = [];
  readonly #writers = new Map<string, number>();

  constructor(content: ReportContent) {
    this.content = content;
  }

  load() {
    const { rev, content } = this;
    return { ...smallReport, rev, ratings: [...content.ratings], sections: sectionsOnWire(content) };
  }

  save(rev: number, ops: readonly ReportOp[], before: readonly string[], by: number): SaveAnswer {
    const known = new Map(this.log.map(({ op, refused }) => [op.op_id, refused]));
    const own = new Set([...before, ...ops.map((op) => op.op_id)]);
    const newer = this.log.filter((each) => each.rev > rev && !each.refused && !own.has(each.op.op_id));
    const fresh = ops.filter((op) => !known.has(op.op_id));
    const conflicts = rivalsOf(this.content, fresh, newer).map(({ op }) => ({
      op_id: op.op_id,
      by: 'B',
      at: '',
    }));
    if (conflicts.length > 0) throw new ApiFailure('CONFLICT', 'changed', 409, { conflicts }, null);
    const { content, results } = applyOps(this.content, fresh);
    this.#checkSeen(
      by,
      fresh.filter((_, i) => !results[i]?.refused),
    );
    if (results.some(({ refused }) => refused === null)) this.rev += 1;
    this.content = content;
    for (const [i, op] of fresh.entries())
      this.log.push({ op: structuredClone(op), rev: this.rev, refused: results[i]?.refused ?? null, by });
    const reasons = new Map(this.log.map(({ op, refused }) => [op.op_id, refused]));
    return {
      rev: this.rev,
      status: 'in_progress',
      behind: newer.length > 0,
      results: ops.map(({ op_id }) => ({ op_id, refused: reasons.get(op_id) ?? null })),
    };
  }

  /** Notes if a change overwrites what another editor wrote after its author had last seen the field. */
  #checkSeen(by: number, ops: readonly ReportOp[]): void {
    let current = this.content;
    for (const op of ops) {
      const [now, then] = [fieldsIn(current, op), fieldsIn(this.seen.get(op.op_id) ?? current, op)];
      for (const [field, value] of Object.entries(fieldsIn(applyOps(current, [op]).content, op))) {
        const isUnseen = field in then && now[field] !== then[field] && now[field] !== value;
        if (isUnseen && (this.#writers.get(field) ?? by) !== by)
          this.lost.push(`${field}: ${now[field]} was overwritten by ${value}, seen was ${then[field]}`);
        this.#writers.set(field, by);
      }
      current = applyOps(current, [op]).content;
    }
  }
}

/** The fields that a change writes, with their values in a state. */
function fieldsIn(content: ReportContent, op: ReportOp): Record<string, string> {
  const items = allItems(content);
  if (op.type === 'set_rating') {
    const item = items.find(({ id }) => id === op.item_id);
    return item ? { [`${item.id}:rating`]: JSON.stringify(item.rating) } : {};
  }
  if (!('changes' in op)) return {};
  const parts: { id: string }[] = [...content.sections, ...items, ...items.flatMap((item) => item.comments)];
  const id = Object.entries(op).find(([name]) => name.endsWith('_id') && name !== 'op_id')?.[1] as string;
  const part = parts.find((each) => each.id === id) as Record<string, unknown> | undefined;
  const names = part ? Object.keys(op.changes) : [];
  return Object.fromEntries(names.map((name) => [`${id}:${name}`, JSON.stringify(part?.[name])]));
}

/** Two sections with two items of two comments each. */
function startContent(newId: () => string): ReportContent {
  const ratings = ['IN', 'D'].map((key) => ({ key, label: key }));
  const ops = [1, 2].flatMap((n): ReportOp[] => {
    const section = { id: newId(), name: `S${n}`, template_section_id: null };
    const items = ['a', 'b'].map((name) => ({
      id: newId(),
      section_id: section.id,
      name,
      template_item_id: null,
    }));
    return [
      { op_id: newId(), type: 'add_section', section, after_id: null },
      ...items.flatMap((item): ReportOp[] => [
        { op_id: newId(), type: 'add_item', item, after_id: null },
        ...[1, 3].map((kind): ReportOp => {
          const comment = { id: newId(), item_id: item.id, kind: kind as 1 | 3, name: `${item.name}${kind}` };
          return { op_id: newId(), type: 'add_comment', comment };
        }),
      ]),
    ];
  });
  return applyOps({ ratings, sections: [] }, ops).content;
}

const shown = (editor: Editor): ReportContent => editor.state()?.content ?? { ratings: [], sections: [] };
/** As the server sends it: the fields that only the server knows are those of the wire. */
const plain = (content: ReportContent) => sectionsOnWire(content);

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.close();
});

async function openEditor(server: Server, newId: () => string, lose: () => boolean): Promise<Editor> {
  const by = editors.length;
  const lost = () => {
    if (lose()) throw new ApiFailure('NETWORK', 'offline', 0, null, null);
  };
  const editor: Editor = createEditor('r1', {
    newId: () => {
      const id = newId();
      server.seen.set(id, editor.state() ? shown(editor) : server.content);
      return id;
    },
    drafts: memoryDrafts().drafts,
    upload: () => new Promise(() => {}),
    abandonVideo: () => {},
    load: async () => {
      lost();
      return structuredClone(server.load());
    },
    save: async (rev, ops, own) => {
      lost();
      const answer = server.save(rev, structuredClone(ops), own, by);
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

test('three editors with a bad connection converge, and everything acknowledged is in the result', async () => {
  for (let seed = 1; seed <= randomCases(1000); seed += 1) {
    const random = seededRandom(seed);
    let n = 0;
    const newId = () => uuid(++n);
    const start = contentOf({
      ...smallReport,
      ratings: [
        { key: 'IN', label: 'IN' },
        { key: 'D', label: 'D' },
      ],
      sections: sectionsOnWire(startContent(newId)),
    });
    const server = new Server(start);
    let isBad = false;
    const lose = () => isBad && random() < 0.2;
    const all: Editor[] = [];
    for (let i = 0; i < 3; i += 1) all.push(await openEditor(server, newId, lose));
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
        await editor.sync();
      }
    expect(server.lost, `seed ${seed}`).toEqual([]);
    for (const editor of all) {
      expect(editor.state(), `seed ${seed}`).toMatchObject({ waiting: 0, saving: 'saved' });
      expect(plain(shown(editor)), `seed ${seed}`).toEqual(plain(server.content));
    }
    const accepted = server.log.filter(({ refused }) => refused === null).map(({ op }) => op);
    expect(new Set(accepted.map((op) => op.op_id)).size).toBe(accepted.length);
    expect(plain(applyOps(start, accepted).content), `seed ${seed}`).toEqual(plain(server.content));
    for (const editor of editors.splice(0)) editor.close();
  }
}, 240_000);

/** One random action of a user on what they see. */
function act(editor: Editor, random: () => number, newId: () => string): void {
  const content = shown(editor);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const section = pick(content.sections);
  const item = pick(allItems(content));
  const comment = pick(allItems(content).flatMap((each) => each.comments));
  const name = `n${Math.floor(random() * 1000)}`;
  const after_id = pick(content.sections)?.id ?? null;
  const changes: (ReportChange | undefined)[] = [
    section && { type: 'update_section', section_id: section.id, changes: { name } },
    section && { type: 'move_section', section_id: section.id, after_id },
    section && random() < 0.3 ? { type: 'remove_section', section_id: section.id } : undefined,
    { type: 'add_section', section: { id: newId(), name, template_section_id: null }, after_id },
    section && {
      type: 'add_item',
      item: { id: newId(), section_id: section.id, name, template_item_id: null },
      after_id: null,
    },
    section && item && { type: 'move_item', item_id: item.id, section_id: section.id, after_id: null },
    item && { type: 'set_rating', item_id: item.id, rating: random() < 0.5 ? 'IN' : 'D' },
    item && random() < 0.4 ? { type: 'remove_item', item_id: item.id } : undefined,
    item && { type: 'add_comment', comment: { id: newId(), item_id: item.id, kind: 3, name } },
    comment && { type: 'update_comment', comment_id: comment.id, changes: { name } },
    comment && { type: 'update_comment', comment_id: comment.id, changes: { tags: [name] } },
    item && comment && { type: 'move_comment', comment_id: comment.id, item_id: item.id, after_id: null },
    comment && { type: 'remove_comment', comment_id: comment.id },
  ];
  const chosen = pick(changes);
  if (random() < 0.1) editor.undo();
  else if (random() < 0.05) editor.redo();
  else if (chosen) editor.change(chosen);
}
