import { forContactFields } from '#domain/people/contact-fields.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { MergeField, mergePeople as route } from './merge-contract.ts';
import * as merges from './merges/store.ts';
import { type ContactRow, contactKindByRoute, presentContact } from './present.ts';
import * as store from './store.ts';

/**
 * Merges two contacts of a kind. The remaining contact fills its empty fields from the other one and takes the chosen
 * fields, all tags and both notes. The other one disappears from lists; references in other features move to the
 * remaining contact through the event. Nothing is lost: `undoMerge` reverts it.
 */
export async function mergePeople(
  w: WriteCtx,
  input: HandlerInput<typeof route>,
): Promise<HandlerOutput<typeof route>> {
  const { keep_id, merge_id, fields = {} } = input;
  if (keep_id === merge_id) throw badInput({ merge_id: 'Choose two different people' });
  const kind = contactKindByRoute[input.kind];
  const people = await merges.lockPeople(w, kind, [keep_id, merge_id]);
  const keep = people.find((person) => person.id === keep_id);
  const other = people.find((person) => person.id === merge_id);
  if (!keep || !other) throw notFound();
  const id = await merges.insert(w, { kind, keep_id, merge_id, keep_after_rev: keep.rev + 1 });
  await merges.hideMergedPerson(w, merge_id);
  const { values, extras } = mergedValues(keep, other, fields);
  const person = await store.update(w, keep, values, extras);
  if (!person) throw notFound();
  await w.emit({ type: 'contact.merged', merge_id: id, keep_id, merged_id: merge_id });
  await w.audit({
    action: 'merge',
    entity: kind,
    entity_id: keep_id,
    before: { keep: presentContact(keep), merged: presentContact(other) },
    after: presentContact(person),
  });
  const moved = await merges.movedCounts(w, [id]);
  return { merge_id: id, person: presentContact(person), moved_appointments: moved.get(id) ?? 0 };
}

type Choice = Partial<Record<MergeField, 'keep' | 'merge'>>;
const maxNotesLength = 2000;

function mergedValues(keep: ContactRow, other: ContactRow, fields: Choice) {
  const from = (field: MergeField, isEmpty: boolean) =>
    fields[field] === 'merge' || (fields[field] === undefined && isEmpty) ? other : keep;
  const values = forContactFields((field) => from(field, keep[field] === '')[field]);
  const both = [keep.notes, other.notes].filter((text) => text !== '').join('\n\n');
  const notes =
    fields.notes === undefined && both.length <= maxNotesLength
      ? both
      : from('notes', keep.notes === '').notes;
  const picture = from('profile_pic', keep.profile_pic_file_id === null).profile_pic_file_id;
  const extras = {
    notes: keep.notes === other.notes ? keep.notes : notes,
    tags: [...new Set([...keep.tags, ...other.tags])].slice(0, 20),
    status: from('status', false).status,
    profile_pic_file_id: picture,
  };
  return { values, extras };
}
