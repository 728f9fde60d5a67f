/** What a report made from a template will look like, before there is one. */

import type { Answer, Rating, ReportComment, ReportContent, ReportItem } from '../reports/reports.ts';
import type { TemplateComment, TemplateContent, TemplateItem } from './template.ts';

/** `new`: what a new report contains. `all`: every comment of the template, as if the inspector had ticked it. */
export type PreviewScope = 'new' | 'all';

/**
 * Returns the content of a report made from the template. With `all`, every comment is included, questions have a sample
 * answer and items a rating, so that each part of the report can be seen. `today` is the company's day, `2030-03-01`.
 */
export function previewReport(template: TemplateContent, scope: PreviewScope, today: string): ReportContent {
  return {
    ratings: template.ratings,
    sections: template.sections.map((section) => ({
      ...section,
      items: section.items.map((item) => previewItem(item, template.ratings, scope, today)),
    })),
  };
}

function previewItem(
  item: TemplateItem,
  ratings: readonly Rating[],
  scope: PreviewScope,
  today: string,
): ReportItem {
  const comments = item.comments.map((comment) => previewComment(comment, scope, today));
  const isDeficient = comments.some((comment) => comment.included && comment.kind === 3);
  // The last rating of a template is its worst, the first its best.
  const rating = (isDeficient ? ratings.at(-1) : ratings[0])?.key ?? null;
  return { ...item, rating: scope === 'all' ? rating : null, comments, media: [] };
}

function previewComment(comment: TemplateComment, scope: PreviewScope, today: string): ReportComment {
  const { default_text, default_location, is_default, ...same } = comment;
  return {
    ...same,
    // A preview has no public address, but the report page identifies comments by it.
    public_id: comment.id,
    template_comment_id: comment.id,
    included: scope === 'all' || is_default,
    answer: scope === 'all' ? sampleAnswer(comment, today) : null,
    text: default_text,
    locations: default_location === '' ? [] : [default_location],
  };
}

function sampleAnswer({ answer_type, options }: TemplateComment, today: string): Answer {
  switch (answer_type) {
    case 'choice':
      return options[0] ?? null;
    case 'multi':
      return options.slice(0, 2);
    case 'yes_no':
      return true;
    case 'number':
      return 10;
    case 'temperature':
      return 72;
    case 'range':
      return { from: 10, to: 20 };
    case 'date':
      return today;
    case 'text':
      return null;
  }
}
