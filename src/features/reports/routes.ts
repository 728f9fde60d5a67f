import type { WriteCtx } from '#server/context.ts';
import { handle } from '#server/handle.ts';
import type { Gives, Takes } from '#wire/route.ts';
import { addMedia } from './add-media.ts';
import { addVideo } from './add-video.ts';
import { applyReportOps } from './apply-report-ops.ts';
import { changeMedia, removeMedia } from './change-media.ts';
import { returnReport, submitReport, unpublishReport } from './change-status.ts';
import * as contract from './contract.ts';
import { downloadReport } from './download-report.ts';
import * as editing from './editing-contract.ts';
import { getMedia } from './get-media.ts';
import { getVideo } from './get-video.ts';
import { listReports, listViews } from './list-reports.ts';
import * as papers from './papers-contract.ts';
import { opOf } from './present.ts';
import { publishReport } from './publish-report.ts';
import * as publishing from './publishing-contract.ts';
import { readReport } from './read-report.ts';
import * as reading from './reading-contract.ts';
import { rebuildPdfs } from './rebuild-pdfs.ts';
import { recordView, recordVisit } from './record-view.ts';
import { shareReport } from './share-report.ts';
import { shareDraft, showPapers } from './show-papers.ts';
import { updateCommentDefinition } from './update-comment-definition.ts';
import { watchComment } from './watch-comment.ts';

export const routes = [
  handle(contract.getReport, readReport),
  handle(contract.listReports, listReports),
  handle(editing.patchReport, patch),
  handle(editing.addMedia, addMedia),
  handle(editing.addVideo, addVideo),
  handle(editing.changeMedia, changeMedia),
  handle(editing.removeMedia, removeMedia),
  handle(reading.getMedia, getMedia),
  handle(reading.getVideo, getVideo),
  handle(reading.watchComment, watchComment),
  handle(publishing.publishReport, publishReport),
  handle(publishing.unpublishReport, unpublishReport),
  handle(publishing.submitReport, submitReport),
  handle(publishing.returnReport, returnReport),
  handle(publishing.shareReport, shareReport),
  handle(publishing.rebuildPdfs, rebuildPdfs),
  handle(reading.downloadReport, downloadReport),
  handle(editing.updateCommentDefinition, updateCommentDefinition),
  handle(reading.recordView, recordView),
  handle(reading.recordVisit, recordVisit),
  handle(reading.listViews, listViews),
  handle(papers.listPapers, showPapers),
  handle(papers.shareDraft, shareDraft),
];

async function patch(
  ctx: WriteCtx,
  input: Takes<typeof editing.patchReport>,
): Promise<Gives<typeof editing.patchReport>> {
  const applied = await applyReportOps(ctx, { id: input.id, rev: input.rev, ops: input.ops.map(opOf) });
  const { rev, status, behind, results } = applied;
  return { rev, status, behind, results };
}
