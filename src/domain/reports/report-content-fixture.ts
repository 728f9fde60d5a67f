/** A small report for tests of report rules. */

import { fromPlainText } from '../text/rich-text.ts';
import {
  defaultRatings,
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
} from './reports.ts';

/** Returns a comment, by default a deficiency with text. */
export function makeComment(id: string, item_id: string, more: Partial<ReportComment> = {}): ReportComment {
  return {
    id,
    item_id,
    template_comment_id: null,
    kind: 3,
    name: id,
    included: true,
    answer_type: 'text',
    options: [],
    answer: null,
    text: fromPlainText('text'),
    locations: [],
    category: 2,
    recommendation: '',
    tags: [],
    min_cost_cents: null,
    max_cost_cents: null,
    is_required: false,
    position: 0,
    ...more,
  };
}
const photo = (id: string, item_id: string, comment_id: string | null, position = 0): ReportMedia => ({
  id,
  item_id,
  comment_id,
  kind: 'photo',
  caption: '',
  annotations: [],
  width: 1,
  height: 1,
  position,
});
const item = (
  id: string,
  section_id: string,
  position: number,
  more: Partial<ReportItem> = {},
): ReportItem => ({
  id,
  section_id,
  name: id,
  show_ratings: true,
  rating: null,
  position,
  comments: [],
  media: [],
  ...more,
});
const section = (id: string, position: number, items: ReportItem[], hidden = false) => ({
  id,
  name: id,
  hidden,
  is_repeatable: false,
  standards_text: null,
  position,
  items,
});

/** Returns a report with two visible sections and a hidden one, with comments and photos. */
export function makeReportContent(): ReportContent {
  return {
    ratings: defaultRatings,
    sections: [
      section('roof', 1, [
        item('flashing', 'roof', 1, { comments: [makeComment('rust', 'flashing')] }),
        item('covering', 'roof', 0, {
          rating: 'D',
          comments: [
            makeComment('worn', 'covering', { position: 0, category: 3 }),
            makeComment('type', 'covering', { kind: 1, position: 1 }),
            makeComment('left-out', 'covering', { included: false, position: 2 }),
          ],
          media: [
            photo('p1', 'covering', 'worn', 0),
            photo('p2', 'covering', null, 1),
            photo('p3', 'covering', 'left-out', 2),
          ],
        }),
      ]),
      section('details', 0, [item('people', 'details', 0, { show_ratings: false })]),
      section('secret', 2, [item('x', 'secret', 0, { comments: [makeComment('hid', 'x')] })], true),
    ],
  };
}

/** Returns the item with this id. */
export const findItem = (content: ReportContent, id: string) =>
  content.sections.flatMap((s) => s.items).find((i) => i.id === id);
