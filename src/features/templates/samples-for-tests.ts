import { newId } from '#server/ids.ts';
import type { RouteSamples } from '#testing/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'templates/{id}': 'spareTemplate',
  },
  inputs: {
    'POST /v2/templates': () => ({ name: 'Pool and spa', report_title: 'Pool report' }),
    'POST /v2/templates/import': () => ({
      file: new File(['Section,Item,Comment\nRoof,Covering,Cracked'], 'roof.csv'),
    }),
    'PUT /v2/templates/{id}': () => ({ description: 'For pools only', status: 1 }),
    'PATCH /v2/templates/{id}/ops': (ids) => ({
      rev: 2,
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
