import { describe, expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { updateCommentDefinition } from '../editing-contract.ts';
import { createOpenedReport, findComment } from '../report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const shingles = 'Shingles damaged or missing';

describe('changing a comment definition', () => {
  test('updates the comment and the library and leaves omitted fields unchanged', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const comment = findComment(report, shingles);
    const { comment: changed } = await owner.call(updateCommentDefinition, {
      reportId: report.id,
      commentId: comment.id,
      subscriberId: owner.subscriberId,
      name: 'Shingles worn',
      tags: ['roof'],
      default_text: '<p>Worn <b>badly</b></p>',
    });
    expect(changed).toMatchObject({
      name: 'Shingles worn',
      tags: ['roof'],
      recommendation: 'Roofer',
      min_cost: 250,
    });
    const next = await createOpenedReport(
      { ...testApp.create, owner: async () => owner },
      { date_time: '2031-01-13T09:00', order_id: 'R-3' },
    );
    expect(findComment(next.report, 'Shingles worn')).toMatchObject({
      tags: ['roof'],
      recommendation: 'Roofer',
      category: 2,
    });
    expect(JSON.stringify(findComment(next.report, 'Shingles worn').text)).toContain('"bold"');
    const wrong = { reportId: report.id, commentId: comment.id, name: ' ' };
    expect((await owner.request(updateCommentDefinition, wrong)).error?.details).toEqual({
      name: 'Name is required',
    });
    const crossed = { ...wrong, name: 'x', min_cost: 10, max_cost: 5 };
    expect((await owner.request(updateCommentDefinition, crossed)).error?.type).toBe('BAD_USER_INPUT');
    const staff = await testApp.create.member(owner, { type: 'staff' });
    expect((await staff.request(updateCommentDefinition, { ...wrong, name: 'x' })).error?.type).toBe(
      'FORBIDDEN',
    );
  });
});
