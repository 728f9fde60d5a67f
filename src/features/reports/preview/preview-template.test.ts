import { expect, test } from 'vitest';
import { createTemplate, patchTemplate } from '#features/templates/editing-contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { downloadTemplatePreview, previewTemplate } from '../preview-contract.ts';

const testApp = await startTestApp({ at: '2031-03-01T03:00:00Z' });
const owner = await testApp.create.owner();
const template = await owner.call(createTemplate, { name: 'Pools', report_title: 'Pool report' });
const [section, item] = [newId(), newId()];
const comment = (name: string, more: object) => ({
  id: newId(),
  item_id: item,
  kind: 1 as const,
  name,
  ...more,
});
await owner.call(patchTemplate, {
  id: template.id,
  rev: template.rev,
  ops: [
    {
      op_id: newId(),
      type: 'add_section',
      after_id: null,
      section: {
        id: section,
        name: 'Water',
        items: [
          {
            id: item,
            section_id: section,
            name: 'Pump',
            comments: [
              comment('Type', { answer_type: 'choice', options: ['Sand', 'Cartridge'] }),
              comment('Inspected on', { answer_type: 'date' }),
              comment('Not tested', { kind: 2, is_default: true }),
              comment('Pump leaks', { kind: 3, default_location: 'Yard', min_cost: 100, max_cost: 250 }),
            ],
          },
        ],
      },
    },
  ],
});
const preview = (comments: 'new' | 'all') => owner.call(previewTemplate, { id: template.id, comments });

test('shows what a new report of the template contains', async () => {
  const { name, template_name, sections } = await preview('new');
  expect([template_name, name]).toEqual(['Pools', 'Pool report']);
  expect(sections).toMatchObject([
    { name: 'Water', items: [{ name: 'Pump', rating: null, comments: [{ name: 'Not tested' }] }] },
  ]);
});

test('shows every comment with a sample answer, dates being the day of the company', async () => {
  const { sections } = await preview('all');
  expect(sections[0]?.items[0]).toMatchObject({
    rating: 'D',
    comments: [
      { name: 'Type', answer: 'Sand' },
      { name: 'Inspected on', answer: '2031-02-28' },
      { name: 'Not tested' },
      { name: 'Pump leaks', number: '1.1.1', locations: ['Yard'], category: 2 },
    ],
  });
});

test('makes a PDF of the preview', async () => {
  const answer = await owner.request(downloadTemplatePreview, { id: template.id, comments: 'all' });
  expect(answer.headers['content-disposition']).toContain('Pool report.pdf');
  expect(Buffer.from(answer.raw).subarray(0, 5).toString()).toBe('%PDF-');
});
