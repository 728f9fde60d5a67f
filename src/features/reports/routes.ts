import type { WriteCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { readReport } from './access/read-report.ts';
import { findView, recordView, recordVisit } from './access/record-view.ts';
import { shareReport } from './access/share-report.ts';
import * as contract from './contract.ts';
import * as copies from './copy-contract.ts';
import { attachReport, deleteDetached, listDetached } from './detaching/attach-report.ts';
import * as detaching from './detaching-contract.ts';
import { applyReportOps } from './editing/apply-report-ops.ts';
import { returnReport, submitReport, unpublishReport } from './editing/change-status.ts';
import { favorComment, getCommentLibrary, searchLibrary } from './editing/comment-library.ts';
import { copyReport, duplicateSection } from './editing/copy-report.ts';
import { listReports, listViews } from './editing/list-reports.ts';
import { getPartHistory } from './editing/part-history.ts';
import { saveToTemplate } from './editing/save-to-template.ts';
import { listTemplateChanges, takeOverTemplate } from './editing/take-over.ts';
import { updateCommentDefinition } from './editing/update-comment-definition.ts';
import { listVersions, restoreVersion } from './editing/versions.ts';
import * as editing from './editing-contract.ts';
import * as history from './history-contract.ts';
import * as library from './library-contract.ts';
import { addMedia } from './media/add-media.ts';
import { changeMedia, removeMedia } from './media/change-media.ts';
import { getMedia } from './media/get-media.ts';
import { downloadReport } from './pdf/download-report.ts';
import { createDraftLink, listReportPdfs } from './pdf/list-report-pdfs.ts';
import { rebuildPdfs } from './pdf/rebuild-pdfs.ts';
import { opOf } from './present.ts';
import { downloadTemplatePreview, previewTemplate } from './preview/preview-template.ts';
import * as preview from './preview-contract.ts';
import { publishReport } from './publishing/publish-report.ts';
import * as publishing from './publishing-contract.ts';
import * as reading from './reading-contract.ts';
import { createRepairList, listRepairChoices } from './repair/create-repair-list.ts';
import { getReinspectionDraft, listRepairLists } from './repair/list-repair-lists.ts';
import { getRepairList } from './repair/open-repair-list.ts';
import { downloadRepairList } from './repair/repair-pdf.ts';
import { saveRepairList } from './repair/save-repair-list.ts';
import { shareRepairList } from './repair/share-repair-list.ts';
import * as repair from './repair-contract.ts';
import * as pdfs from './report-pdfs-contract.ts';
import { makeSample, previewSample } from './samples/make-sample.ts';
import { changeSample, deleteSample, listSamples, orderSamples } from './samples/manage-samples.ts';
import { getSample, getSamplePhoto, listPublicSamples } from './samples/read-sample.ts';
import * as samples from './samples-contract.ts';
import * as changes from './take-over-contract.ts';
import * as versions from './versions-contract.ts';
import { addVideo } from './video/add-video.ts';
import { getVideo } from './video/get-video.ts';
import { watchComment } from './video/watch-comment.ts';

export const routes = [
  handle(contract.getReport, readReport),
  handle(contract.listReports, listReports),
  handle(editing.patchReport, patch),
  handle(history.getPartHistory, getPartHistory),
  handle(changes.getTemplateChanges, listTemplateChanges),
  handle(changes.takeOverTemplate, takeOverTemplate),
  handle(editing.addMedia, addMedia),
  handle(editing.addVideo, addVideo),
  handle(editing.changeMedia, changeMedia),
  handle(editing.removeMedia, removeMedia),
  handle(reading.getMedia, getMedia),
  handle(reading.getVideo, getVideo),
  handle(reading.watchComment, watchComment),
  handle(publishing.publishReport, publishReport),
  handle(versions.listVersions, listVersions),
  handle(versions.restoreVersion, restoreVersion),
  handle(publishing.unpublishReport, unpublishReport),
  handle(publishing.submitReport, submitReport),
  handle(publishing.returnReport, returnReport),
  handle(publishing.shareReport, shareReport),
  handle(publishing.rebuildPdfs, rebuildPdfs),
  handle(reading.downloadReport, downloadReport),
  handle(editing.updateCommentDefinition, updateCommentDefinition),
  handle(library.getCommentLibrary, getCommentLibrary),
  handle(library.searchLibrary, searchLibrary),
  handle(library.favorComment, favorComment),
  handle(library.saveToTemplate, saveToTemplate),
  handle(copies.duplicateSection, duplicateSection),
  handle(copies.copyReport, copyReport),
  handle(reading.findView, findView),
  handle(reading.recordView, recordView),
  handle(reading.recordVisit, recordVisit),
  handle(reading.listViews, listViews),
  handle(pdfs.listReportPdfs, listReportPdfs),
  handle(pdfs.createDraftLink, createDraftLink),
  handle(preview.previewTemplate, previewTemplate),
  handle(preview.downloadTemplatePreview, downloadTemplatePreview),
  handle(detaching.listDetached, listDetached),
  handle(detaching.attachReport, attachReport),
  handle(detaching.deleteDetached, deleteDetached),
  handle(samples.previewSample, previewSample),
  handle(samples.makeSample, makeSample),
  handle(samples.listSamples, listSamples),
  handle(samples.orderSamples, orderSamples),
  handle(samples.changeSample, changeSample),
  handle(samples.deleteSample, deleteSample),
  handle(samples.getSample, getSample),
  handle(samples.getSamplePhoto, getSamplePhoto),
  handle(samples.listPublicSamples, listPublicSamples),
  handle(repair.listRepairChoices, listRepairChoices),
  handle(repair.createRepairList, createRepairList),
  handle(repair.getRepairList, getRepairList),
  handle(repair.saveRepairList, saveRepairList),
  handle(repair.shareRepairList, shareRepairList),
  handle(repair.downloadRepairList, downloadRepairList),
  handle(repair.listRepairLists, listRepairLists),
  handle(repair.getReinspectionDraft, getReinspectionDraft),
];

async function patch(
  ctx: WriteCtx,
  input: HandlerInput<typeof editing.patchReport>,
): Promise<HandlerOutput<typeof editing.patchReport>> {
  const { id, rev: known, own } = input;
  const applied = await applyReportOps(ctx, { id, rev: known, ops: input.ops.map(opOf), own });
  const { rev, status, behind, results } = applied;
  return { rev, status, behind, results };
}
