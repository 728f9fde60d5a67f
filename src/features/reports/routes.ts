import type { WriteCtx } from '#server/context.ts';
import { handle } from '#server/handle.ts';
import type { Gives, Takes } from '#wire/route.ts';
import { addMedia } from './add-media.ts';
import { applyReportOps } from './apply-report-ops.ts';
import { changeMedia, removeMedia } from './change-media.ts';
import { returnReport, submitReport, unpublishReport } from './change-status.ts';
import * as contract from './contract.ts';
import { downloadReport } from './download-report.ts';
import { getMedia } from './get-media.ts';
import { listReports, listViews } from './list-reports.ts';
import { opOf } from './present.ts';
import { publishReport } from './publish-report.ts';
import { readReport } from './read-report.ts';
import { rebuildPdfs } from './rebuild-pdfs.ts';
import { recordView, recordVisit } from './record-view.ts';
import { shareReport } from './share-report.ts';
import { updateCommentDefinition } from './update-comment-definition.ts';

export const routes = [
  handle(contract.getReport, readReport),
  handle(contract.listReports, listReports),
  handle(contract.patchReport, patch),
  handle(contract.addMedia, addMedia),
  handle(contract.changeMedia, changeMedia),
  handle(contract.removeMedia, removeMedia),
  handle(contract.getMedia, getMedia),
  handle(contract.publishReport, publishReport),
  handle(contract.unpublishReport, unpublishReport),
  handle(contract.submitReport, submitReport),
  handle(contract.returnReport, returnReport),
  handle(contract.shareReport, shareReport),
  handle(contract.rebuildPdfs, rebuildPdfs),
  handle(contract.downloadReport, downloadReport),
  handle(contract.updateCommentDefinition, updateCommentDefinition),
  handle(contract.recordView, recordView),
  handle(contract.recordVisit, recordVisit),
  handle(contract.listViews, listViews),
];

async function patch(
  ctx: WriteCtx,
  input: Takes<typeof contract.patchReport>,
): Promise<Gives<typeof contract.patchReport>> {
  const applied = await applyReportOps(ctx, { id: input.id, rev: input.rev, ops: input.ops.map(opOf) });
  const { rev, status, behind, results } = applied;
  return { rev, status, behind, results };
}
