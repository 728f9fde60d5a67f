import { newId } from '#server/ids.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createTemplate, patchTemplate } from './editing-contract.ts';

/** A template that no service includes, with one part of each kind. */
export async function createTemplateRecords(owner: TestUser, marker: string) {
  const made = await owner.call(createTemplate, { name: `${marker} template` });
  const [section, item, comment] = [newId(), newId(), newId()];
  const comments = [{ id: comment, item_id: item, kind: 3 as const, name: `${marker} defect` }];
  const items = [{ id: item, section_id: section, name: `${marker} item`, comments }];
  await owner.call(patchTemplate, {
    id: made.id,
    rev: made.rev,
    ops: [
      {
        op_id: newId(),
        type: 'add_section',
        section: { id: section, name: `${marker} section`, items },
        after_id: null,
      },
    ],
  });
  return {
    spareTemplate: made.id,
    templateSection: section,
    templateItem: item,
    templateComment: comment,
  };
}
