import {
  numberContent,
  type ReportComment,
  type ReportItem,
  type ReportSection,
} from '#domain/reports/reports.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { displayedState, videoPath } from '../access/read-report.ts';
import { createTeamToken } from '../access/team-token.ts';
import { openThroughGate } from '../access/view-gate.ts';
import { lookName } from '../looks-store.ts';
import { publicPhoto, readerContent } from '../present.ts';
import type { watchComment as contract } from '../reading-contract.ts';

/** The videos of a comment, through its report's gate: published ones, or for the team the current ones. */
export async function watchComment(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  // The link resolves to the report and includes the comment.
  const pass = { reportId: input.commentId, t: input.t, p: input.p, v: input.v };
  const { report, appointment, isTeam, query } = await openThroughGate(ctx, pass, 'view_report');
  const shown = await displayedState(ctx, report, isTeam);
  const found = commentIn(readerContent(shown.content).sections, input.commentId);
  if (!found) throw notFound();
  const { section, item, comment } = found;
  const videos = item.media.filter((one) => one.kind === 'video' && one.comment_id === comment.id);
  if (videos.length === 0) throw notFound();
  const number = numberContent(shown.content).get(comment.id) ?? '';
  const t = isTeam ? createTeamToken(ctx.installation, ctx.subscriberId, report.id, ctx.now) : null;
  return {
    report: { public_id: report.public_id, name: shown.name, is_draft: shown.is_draft },
    company: getCompanyBranding(await getCompany(ctx), appointment.public_id),
    place: `${section.name} › ${item.name}`,
    comment: { id: input.commentId, number, name: comment.name, text: comment.text },
    videos: videos.map((video) => publicPhoto(video, lookName)),
    media_path: `/api/v2/reports/${report.public_id}/media`,
    video_path: videoPath(report),
    media_query: t ? `?t=${t}` : query,
  };
}

function commentIn(
  sections: readonly ReportSection[],
  publicId: string,
): { section: ReportSection; item: ReportItem; comment: ReportComment } | null {
  for (const section of sections) {
    for (const item of section.items) {
      const comment = item.comments.find((one) => one.public_id === publicId);
      if (comment) return { section, item, comment };
    }
  }
  return null;
}
