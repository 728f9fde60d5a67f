import { createDraftLock } from '#web/editing/draft-lock.ts';
import type { TemplateDraft, TemplateDrafts } from './template-editor-types.ts';

/**
 * The drafts of a user for one template, in the browser's storage: one entry for each open editor. An editor whose
 * window is gone has released its lock; the next editor takes over its entry. A full store is not an error: the changes
 * are still on the screen and on their way, and `write` returns that they are not stored.
 */
export function openTemplateDrafts(
  userId: string,
  templateId: string,
  storage = localStorage,
): TemplateDrafts {
  const prefix = `gable-template-${userId}-${templateId}-`;
  const held = createDraftLock();
  const own = prefix + held.me;
  return {
    async open() {
      await held.own(held.me);
      const left: TemplateDraft[] = [];
      for (const key of Object.keys(storage).filter((name) => name.startsWith(prefix) && name !== own)) {
        if (!(await held.own(key.slice(prefix.length)))) continue;
        left.push(
          JSON.parse(
            storage.getItem(key) ?? '{"ops":[],"own":[],"conflicts":[],"refused":[]}',
          ) as TemplateDraft,
        );
        storage.removeItem(key);
      }
      const draft = {
        ops: left.flatMap(({ ops }) => ops),
        // For one editor, the changes of another one are changes of someone else.
        own: left.length === 1 ? (left[0]?.own ?? []) : [],
        conflicts: left.flatMap(({ conflicts }) => conflicts),
        refused: left.flatMap(({ refused }) => refused),
      };
      if (!isEmpty(draft)) storage.setItem(own, JSON.stringify(draft));
      return draft;
    },
    write(draft) {
      try {
        if (isEmpty(draft)) storage.removeItem(own);
        else storage.setItem(own, JSON.stringify(draft));
        return true;
      } catch {
        // Full or blocked.
        return false;
      }
    },
    close: () => held.close(),
  };
}

const isEmpty = ({ ops, refused }: TemplateDraft) => ops.length + refused.length === 0;
