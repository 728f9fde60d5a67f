import { newId } from '#server/ids.ts';
import type { RouteSamples } from '#testing/routes/route-samples.ts';
import { storeTemplateId } from './records-for-tests.ts';

const storeFile = () =>
  new File(['{"format":"gable-template","version":1,"name":"Radon","trade":"radon"}'], 'radon.json');

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'templates/{id}': 'spareTemplate',
    'template-comments/{id}': 'templateComment',
  },
  plain: {
    // Belongs to no company: every company may see it.
    'template-store/{id}': storeTemplateId,
  },
  inputs: {
    'POST /v2/admin/template-store': () => ({ file: storeFile() }),
    'POST /v2/admin/template-store/{id}/file': () => ({ file: storeFile() }),
    'PUT /v2/admin/template-store/order': () => ({ ids: [storeTemplateId] }),
    'GET /v2/template-comments': (ids) => ({ text: 'loose', kind: 3, template_id: ids.spareTemplate }),
    'POST /v2/template-comments/replace': (ids) => ({
      find: 'loose',
      replace_with: 'unsecured',
      template_id: ids.spareTemplate,
      comments: [ids.templateComment],
    }),
    'POST /v2/template-comments/{id}/share': (ids) => ({
      to: [ids.templateComment],
      fields: ['text', 'costs'],
    }),
    'POST /v2/template-comments/revert': (ids) => ({ op_ids: [ids.templateOp] }),
    'POST /v2/templates': () => ({ name: 'Pool and spa', report_title: 'Pool report' }),
    'POST /v2/templates/import': () => ({
      file: new File(['Section,Item,Comment\nRoof,Covering,Cracked'], 'roof.csv'),
    }),
    'PUT /v2/templates/{id}': () => ({ description: 'For pools only', status: 1 }),
    'PATCH /v2/templates/{id}/ops': (ids) => ({
      rev: 2,
      own: [newId()],
      ops: [
        {
          op_id: newId(),
          type: 'add_comment',
          comment: { id: newId(), item_id: ids.templateItem, kind: 3, name: 'Coping loose' },
          after_id: ids.templateComment,
        },
      ],
    }),
  },
};
