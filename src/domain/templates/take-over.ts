/** What changed in a template since a report was made from it, and the changes of the report that take it over. */
import { groupBy } from '../base/group-by.ts';
import { sortByPosition } from '../base/ordered.ts';
import type { CommentChanges as ReportCommentChanges, ReportOp } from '../reports/operations/report-ops.ts';
import type { ReportComment, ReportContent, ReportItem, ReportSection } from '../reports/reports.ts';
import {
  commentFields,
  isUntouchedComment,
  reportComment,
  reportFields,
  takenFields,
} from './take-over-fields.ts';
import {
  commentsOf,
  itemsOf,
  type TemplateComment,
  type TemplateContent,
  type TemplateItem,
  type TemplateSection,
} from './template.ts';

type WithoutId<T> = T extends { op_id: string } ? Omit<T, 'op_id'> : never;
/** A change of the report, to be applied like those of an editor. */
type TakeOverOp = WithoutId<ReportOp>;

/** One line of the list shown before taking over: what happens to a part, and where it is. */
interface TakeOverLine {
  /** `report`: its introduction, closing text or ratings; its path is empty. */
  what: 'report' | 'section' | 'item' | 'comment';
  /** `kept`: removed from the template, but something was written to it here. */
  how: 'added' | 'changed' | 'removed' | 'kept';
  /** The names from the section down to the part. */
  path: string[];
}

export interface TakeOver {
  lines: TakeOverLine[];
  ops: TakeOverOp[];
}

/**
 * Compares the template at the time of stamping with the template now. Everything written in the report stays: a field
 * takes the new value only while it has the old one, and a part that the template lost goes only if nothing was entered
 * in it. Parts that the inspector removed from the report stay removed.
 */
export function takeOver(
  base: TemplateContent,
  now: TemplateContent,
  report: ReportContent,
  newId: () => string,
): TakeOver {
  const plan = new Plan(report, newId);
  plan.addSections(base, now);
  plan.removeSections(base, now);
  return plan;
}

class Plan implements TakeOver {
  readonly lines: TakeOverLine[] = [];
  readonly ops: TakeOverOp[] = [];
  readonly #sections: Map<string, ReportSection>;
  readonly #items: Map<string, ReportItem>;
  /** By the template's comment: one of the library can be in a report several times, in copied sections. */
  readonly #comments: Map<string, ReportComment[]>;
  readonly #newId: () => string;
  /** The report's part of each part of the template, those added here included. */
  readonly #sectionOf: Map<string, string>;
  readonly #itemOf: Map<string, string>;

  constructor(report: ReportContent, newId: () => string) {
    const items = report.sections.flatMap((section) => section.items);
    this.#sections = byId(report.sections);
    this.#items = byId(items);
    this.#comments = groupBy(
      items.flatMap((item) => item.comments),
      (comment) => comment.template_comment_id ?? '',
    );
    this.#newId = newId;
    this.#sectionOf = new Map(
      report.sections.map((section) => [section.template_section_id ?? '', section.id]),
    );
    this.#itemOf = new Map(items.map((item) => [item.template_item_id ?? '', item.id]));
  }

  addSections(base: TemplateContent, now: TemplateContent): void {
    const before = partsOf(base);
    let after: string | null = null;
    for (const section of sortByPosition(now.sections)) {
      const old = before.sections.get(section.id);
      const own = this.#sections.get(this.#sectionOf.get(section.id) ?? '');
      if (own) {
        if (old) this.#changeSection(old, section, own);
        after = own.id;
      } else if (!old) after = this.#addSection(section, after);
      this.#addItems(section, before, own || !old ? after : null);
    }
  }

  #addSection(section: TemplateSection, after_id: string | null): string {
    const id = this.#newId();
    const { name, is_repeatable, hidden, standards_text } = section;
    const made = { id, template_section_id: section.id, name, is_repeatable, hidden, standards_text };
    this.ops.push({ type: 'add_section', section: made, after_id });
    this.#sectionOf.set(section.id, id);
    this.#line('section', 'added', section.name);
    return id;
  }

  #changeSection(old: TemplateSection, next: TemplateSection, own: ReportSection): void {
    const changes = takenFields(old, next, own, ['name', 'standards_text', 'hidden']);
    if (Object.keys(changes).length === 0) return;
    this.ops.push({ type: 'update_section', section_id: own.id, changes });
    this.#line('section', 'changed', next.name);
  }

  /** `section_id` is the section in the report; null if the inspector removed it. */
  #addItems(section: TemplateSection, before: Parts, section_id: string | null): void {
    let after: string | null = null;
    for (const item of sortByPosition(section.items)) {
      const old = before.items.get(item.id);
      const own = this.#items.get(this.#itemOf.get(item.id) ?? '');
      let item_id = own?.id ?? null;
      if (own && old) this.#changeItem(old, item, own, section);
      if (!own && !old && section_id) item_id = this.#addItem(item, section, section_id, after);
      // An item that moved within the template stays where it is in the report.
      if (item_id && (!own || own.section_id === section_id)) after = item_id;
      this.#addComments(item, before, item_id, [section.name, item.name]);
    }
  }

  #addItem(
    item: TemplateItem,
    section: TemplateSection,
    section_id: string,
    after_id: string | null,
  ): string {
    const id = this.#newId();
    const { name, show_ratings } = item;
    this.ops.push({
      type: 'add_item',
      item: { id, section_id, template_item_id: item.id, name, show_ratings },
      after_id,
    });
    this.#itemOf.set(item.id, id);
    this.#line('item', 'added', section.name, name);
    return id;
  }

  #changeItem(old: TemplateItem, next: TemplateItem, own: ReportItem, section: TemplateSection): void {
    const changes = takenFields(old, next, own, ['name', 'show_ratings']);
    if (Object.keys(changes).length === 0) return;
    this.ops.push({ type: 'update_item', item_id: own.id, changes });
    this.#line('item', 'changed', section.name, next.name);
  }

  #addComments(item: TemplateItem, before: Parts, item_id: string | null, path: string[]): void {
    for (const comment of sortByPosition(item.comments)) {
      const old = before.comments.get(comment.id);
      const own = this.#comments.get(comment.id) ?? [];
      if (old) this.#changeComments(old, comment, own, path);
      else if (item_id && own.length === 0) {
        this.ops.push({ type: 'add_comment', comment: reportComment(comment, this.#newId(), item_id) });
        this.#line('comment', 'added', ...path, comment.name);
      }
    }
  }

  #changeComments(
    old: TemplateComment,
    next: TemplateComment,
    own: readonly ReportComment[],
    path: string[],
  ) {
    const [from, to] = [reportFields(old), reportFields(next)];
    let isChanged = false;
    for (const comment of own) {
      const changes = takenFields(from, to, comment, commentFields) as ReportCommentChanges;
      if (Object.keys(changes).length === 0) continue;
      this.ops.push({ type: 'update_comment', comment_id: comment.id, changes });
      isChanged = true;
    }
    if (isChanged) this.#line('comment', 'changed', ...path, next.name);
  }

  /** Removes what the template lost: comments first, then items and sections that are left with nothing written. */
  removeSections(base: TemplateContent, now: TemplateContent): void {
    const present = partsOf(now);
    for (const section of sortByPosition(base.sections)) {
      const own = this.#sections.get(this.#sectionOf.get(section.id) ?? '');
      const isGone = !present.sections.has(section.id);
      const isMovedOut = section.items.some(
        (item) => present.items.has(item.id) || this.#isMovedOut(item, present),
      );
      if (own && isGone && !isMovedOut && this.#isUntouchedSection(own, section)) {
        this.ops.push({ type: 'remove_section', section_id: own.id });
        this.#line('section', 'removed', section.name);
        continue;
      }
      if (own && isGone) this.#line('section', 'kept', section.name);
      for (const item of sortByPosition(section.items)) this.#removeItem(item, section, present);
    }
  }

  #removeItem(item: TemplateItem, section: TemplateSection, present: Parts): void {
    const own = this.#items.get(this.#itemOf.get(item.id) ?? '');
    const isGone = !present.items.has(item.id);
    if (own && isGone && !this.#isMovedOut(item, present) && this.#isUntouched(own, section)) {
      this.ops.push({ type: 'remove_item', item_id: own.id });
      this.#line('item', 'removed', section.name, item.name);
      return;
    }
    if (own && isGone) this.#line('item', 'kept', section.name, item.name);
    for (const comment of sortByPosition(item.comments)) {
      if (present.comments.has(comment.id)) continue;
      for (const each of this.#comments.get(comment.id) ?? []) {
        const isFree = isUntouchedComment(each, comment, this.#items.get(each.item_id));
        if (isFree) this.ops.push({ type: 'remove_comment', comment_id: each.id });
        this.#line('comment', isFree ? 'removed' : 'kept', section.name, item.name, comment.name);
      }
    }
  }

  /** Whether a comment of a part that the template lost is elsewhere in it now. */
  #isMovedOut = (item: TemplateItem, present: Parts): boolean =>
    item.comments.some((comment) => present.comments.has(comment.id));

  #isUntouchedSection(own: ReportSection, section: TemplateSection): boolean {
    return (
      own.name === section.name &&
      own.hidden === section.hidden &&
      own.items.every((item) => this.#isUntouched(item, section))
    );
  }

  /** Whether an item of the report is one of the section's, with nothing but what the template gave it. */
  #isUntouched(own: ReportItem, section: TemplateSection): boolean {
    const source = section.items.find((item) => this.#itemOf.get(item.id) === own.id);
    const given = byId(section.items.flatMap((item) => item.comments));
    return (
      own.name === source?.name &&
      own.show_ratings === source.show_ratings &&
      own.rating === null &&
      own.media.length === 0 &&
      own.comments.every((comment) => {
        const from = given.get(comment.template_comment_id ?? '');
        return from !== undefined && isUntouchedComment(comment, from, own);
      })
    );
  }

  #line(what: TakeOverLine['what'], how: TakeOverLine['how'], ...path: string[]): void {
    this.lines.push({ what, how, path });
  }
}

const byId = <T extends { id: string }>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((part) => [part.id, part]));

/** The parts of a whole template by id: one that moved within it is the same part. */
const partsOf = (content: TemplateContent) => ({
  sections: byId(content.sections),
  items: byId(itemsOf(content)),
  comments: byId(commentsOf(content)),
});
type Parts = ReturnType<typeof partsOf>;
