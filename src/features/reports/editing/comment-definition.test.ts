import { describe, expect, test } from 'vitest';
import { openHouse } from '#testing/house.ts';
import { updateCommentDefinition } from '../editing-contract.ts';
import { commentNamed, openedReport } from '../report-for-tests.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const shingles = 'Shingles damaged or missing';

describe('a comment definition', () => {
  test('changes the comment and the library; what is left out stays', async () => {
    const { owner, report } = await openedReport(house.has);
    const comment = commentNamed(report, shingles);
    const { comment: changed } = await owner.does(updateCommentDefinition, {
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
    const next = await openedReport(
      { ...house.has, owner: async () => owner },
      { date_time: '2031-01-13T09:00', order_id: 'R-3' },
    );
    expect(commentNamed(next.report, 'Shingles worn')).toMatchObject({
      tags: ['roof'],
      recommendation: 'Roofer',
      category: 2,
    });
    expect(JSON.stringify(commentNamed(next.report, 'Shingles worn').text)).toContain('"bold"');
    const wrong = { reportId: report.id, commentId: comment.id, name: ' ' };
    expect((await owner.tries(updateCommentDefinition, wrong)).error?.details).toEqual({
      name: 'Name is required',
    });
    const crossed = { ...wrong, name: 'x', min_cost: 10, max_cost: 5 };
    expect((await owner.tries(updateCommentDefinition, crossed)).error?.type).toBe('BAD_USER_INPUT');
    const staff = await house.has.member(owner, { type: 'staff' });
    expect((await staff.tries(updateCommentDefinition, { ...wrong, name: 'x' })).error?.type).toBe(
      'FORBIDDEN',
    );
  });
});
