import { z } from 'zod/mini';
import {
  starterDefectCategories,
  starterLocationTags,
  starterRecommendations,
} from '#domain/settings/starter-lists.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

const no = z._default(z.boolean(), false);
const category = z.object({
  category: z.number(),
  name: z.string(),
  color: z.string(),
  in_summary: z.boolean(),
});

/** The company's report settings with their defaults (decisions G-SET-2). */
const reportSettings = z.object({
  location_tags: z._default(z.array(z.string()), [...starterLocationTags]),
  template_recommendations: z._default(z.array(z.string()), [...starterRecommendations]),
  defect_categories: z._default(z.array(category), [...starterDefectCategories]),
  photo_quality: z._default(z.number(), 2),
  cost_estimator: no,
  require_completion_to_publish: no,
  show_client: z._default(z.boolean(), true),
});
export type ReportSettings = z.infer<typeof reportSettings>;

/** The company's report settings, with defaults for those never set. */
export async function reportSettingsOf(ctx: ReadCtx | WriteCtx): Promise<ReportSettings> {
  const row = await mine(ctx, 'companies').select('settings').executeTakeFirst();
  const parsed = z.safeParse(reportSettings, row?.settings ?? {});
  return parsed.success ? parsed.data : reportSettings.parse({});
}
