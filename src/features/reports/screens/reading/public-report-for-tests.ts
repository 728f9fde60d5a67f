import { sampleBrand } from '#testing/sample-brand.ts';
import type { PublicComment, PublicReport } from '../../public-report-contract.ts';

/** A deficiency as the page gets it. */
export function publicDefect(id: string, more: Partial<PublicComment> = {}): PublicComment {
  return {
    id,
    number: `1.1.${id}`,
    kind: 3,
    name: `Defect ${id}`,
    answer_type: 'text',
    answer: null,
    text: null,
    locations: [],
    category: 2,
    recommendation: '',
    min_cost: null,
    max_cost: null,
    in_summary: true,
    photos: [],
    ...more,
  };
}

/** A published report whose only item has these comments. */
export function publicReportWith(
  comments: PublicComment[],
  more: Partial<PublicReport> = {},
  item: Partial<PublicReport['sections'][number]['items'][number]> = {},
): PublicReport {
  const public_id = 'r'.repeat(24);
  return {
    projection: 'public',
    public_id,
    name: 'Home inspection report',
    is_draft: false,
    published_at: '2030-03-02T09:00:00-05:00',
    version: { number: 1, newest: 1 },
    company: sampleBrand,
    appointment: {
      public_id: 'a'.repeat(24),
      address: '12 Main St',
      city: '',
      state: '',
      zip_code: '',
      date_time: '2030-03-01T09:00:00-05:00',
      timezone: 'America/New_York',
      square_feet: null,
      year_built: null,
      technicians: [],
      clients: [],
      others: [],
    },
    cover: null,
    ratings: [],
    categories: [
      { category: 1, name: 'Maintenance', color: '#1c7ed6', in_summary: false },
      { category: 2, name: 'Recommendation', color: '#e8590c', in_summary: true },
      { category: 3, name: 'Safety hazard', color: '#c92a2a', in_summary: true },
    ],
    summary: 'automatic',
    header_text: null,
    disclaimer: null,
    sections: [
      {
        number: '1',
        name: 'Roof',
        standards_text: null,
        items: [{ number: '1.1', name: 'Coverings', rating: null, comments, photos: [], ...item }],
      },
    ],
    media_path: `/api/v2/reports/${public_id}/media`,
    video_path: `/api/v2/reports/${public_id}/videos`,
    media_query: '',
    reader_language: null,
    is_summary_only: false,
    ...more,
  };
}
