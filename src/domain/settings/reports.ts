/** Settings of reports. */

import { bool, oneOf, textList } from './rules.ts';
import { internalSetting, setting } from './setting.ts';
import { starterDefectCategories, starterLocationTags, starterRecommendations } from './starter-lists.ts';

/** What summaries list: `automatic` certain severities, `hand_picked` what the inspector has marked. */
export const summaryModes = ['off', 'automatic', 'hand_picked'] as const;
export type SummaryMode = (typeof summaryModes)[number];

export const reportSettings = {
  location_tags: setting(textList(200, 60), [...starterLocationTags]),
  template_recommendations: setting(textList(200, 60), [...starterRecommendations]),
  defect_categories: internalSetting(starterDefectCategories),
  photo_quality: setting(oneOf([1, 2, 3]), 2),
  /** What the summary in front of a report lists, unless a publication or share says otherwise. */
  report_summary: setting(oneOf(summaryModes), 'automatic'),
  cost_estimator: setting(bool, false),
  require_completion_to_publish: setting(bool, false),
  sample_reports: setting(bool, true),
  show_client: setting(bool, true),
  show_listing_agent: setting(bool, false),
  show_contractor: setting(bool, false),
};
