import { asPlatform } from '#server/db/connect.ts';
import { newId } from '#server/ids.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createTemplate, patchTemplate } from './editing-contract.ts';

/** A template that no service includes, with one part of each kind. */
export async function createTemplateRecords(owner: TestUser, marker: string) {
  const made = await owner.call(createTemplate, { name: `${marker} template` });
  const [section, item, comment, templateOp] = [newId(), newId(), newId(), newId()];
  const comments = [{ id: comment, item_id: item, kind: 3 as const, name: `${marker} defect` }];
  const items = [{ id: item, section_id: section, name: `${marker} item`, comments }];
  await owner.call(patchTemplate, {
    id: made.id,
    rev: made.rev,
    ops: [
      {
        op_id: templateOp,
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
    templateOp,
  };
}

/** The id of a template of the store, which belongs to no company. */
export const storeTemplateId = '0199a000-0000-7000-8000-00000000570e';

/** Inserts a template into the store, once for all companies. */
export async function insertStoreTemplate(testApp: TestApp): Promise<void> {
  const content = { format: 'gable-template', version: 1, name: 'Radon test', sections: [{ name: 'Setup' }] };
  await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .insertInto('store_templates')
      .values({
        ...{ id: storeTemplateId, name: content.name, description: '', trade: 'radon' },
        ...{ sections: 1, items: 0, comments: 0, position: 0 },
        content: JSON.stringify(content),
        updated_at: testApp.runtime.clock.now(),
      })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  );
}
