import { Button, Drawer } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { numberContent, type ReportSection } from '#domain/reports/reports.ts';
import { UndoButtons } from '#web/editing/undo-buttons.tsx';
import { useUndoKeys } from '#web/editing/use-undo-keys.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { IconChevronLeft, IconChevronRight, IconEye, IconListCheck } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { PdfProblem } from '../parts/pdf-problem.tsx';
import { statusTone } from '../parts/status-tone.ts';
import { FileDropArea } from '../photos/file-drop-area.tsx';
import { UnstoredPhotosNotice } from '../photos/photo-notices.tsx';
import { UnsortedEntry, unsortedId } from '../photos/unsorted-entry.tsx';
import { type Editor, type EditorState, needsAttention } from '../work/editor-types.ts';
import { type EditorTools, EditorToolsProvider, useEditorTools } from '../work/use-report-editor.ts';
import { ReportPanel } from '../writing/report-panel.tsx';
import { LibraryProvider, useLoadedLibrary } from '../writing/use-library.ts';
import { useReportKeys } from '../writing/use-writing-keys.ts';
import { WritingBar } from '../writing/writing-bar.tsx';
import classes from './editor.module.css';
import { EditorMenu } from './editor-menu.tsx';
import { ApprovalNotices, ReadOnlyNotice } from './publishing/approval-notices.tsx';
import { FinishButton } from './publishing/finish-button.tsx';
import { SubmitDialog } from './publishing/submit-dialog.tsx';
import { ReportSaveStatus } from './save-status.tsx';
import { SectionEditor } from './section-editor.tsx';
import { SectionList } from './section-list.tsx';
import { useWays } from './use-ways.ts';

const UnsortedPhotos = lazy(async () => ({
  default: (await import('../photos/unsorted-photos.tsx')).UnsortedPhotos,
}));
const EditorNotices = lazy(async () => ({ default: (await import('./editor-notices.tsx')).EditorNotices }));
const PublishDialog = lazy(async () => ({
  default: (await import('./publishing/publish-dialog.tsx')).PublishDialog,
}));

/** The frame around one section: header with save status, section list and navigation. */
export function EditorFrame({ editor, state }: { editor: Editor; state: EditorState }) {
  const t = useTranslation('reports');
  const isPhone = useIsPhone();
  const [isFinishing, setFinishing] = useState(false);
  useUndoKeys(state.report.permissions.can_edit ? editor : null);
  const ways = useWays(state, () => setFinishing(false));
  const { sections, at, section, isUnsorted, choose } = ways;
  const numbers = useMemo(() => numberContent(state.content), [state.content]);
  const library = useLoadedLibrary(state.report.id);
  const panel = (
    <ReportPanel
      content={state.content}
      missing={ways.missing}
      searchField={ways.searchField}
      onJump={ways.jump}
    >
      <UnsortedEntry
        state={state}
        editor={editor}
        isCurrent={isUnsorted}
        onChoose={() => choose(unsortedId)}
      />
      <SectionList
        sections={sections}
        numbers={numbers}
        current={isUnsorted ? '' : (section?.id ?? '')}
        onChoose={choose}
      />
    </ReportPanel>
  );
  const moves = { sections, at, onChoose: choose, onMissing: ways.toNextMissing };
  useReportKeys({ ...moves, onSearch: ways.toSearch });
  return (
    <EditorToolsProvider value={useToolsOf(editor, state)}>
      <LibraryProvider value={library}>
        <article className={classes.editor}>
          <Head state={state} isPhone={isPhone} onFinish={() => setFinishing(true)} />
          <ApprovalNotices report={state.report} />
          {needsAttention(state) && (
            <Suspense>
              <EditorNotices state={state} />
            </Suspense>
          )}
          <UnstoredPhotosNotice state={state} />
          <PdfProblem
            report={state.report}
            canEdit={state.report.permissions.can_edit}
            onDone={() => void editor.sync()}
          />
          <ReadOnlyNotice permissions={state.report.permissions} />
          <div className={classes.columns}>
            {!isPhone && <aside className={classes.side}>{panel}</aside>}
            <div className={classes.main}>
              {isUnsorted ? (
                <Suspense>
                  <UnsortedPhotos state={state} section={section?.id ?? null} />
                </Suspense>
              ) : (
                <FileDropArea onFiles={() => choose(unsortedId)}>
                  {section && (
                    <SectionEditor key={section.id} section={section} numbers={numbers} onCopied={choose} />
                  )}
                  {!isPhone && <Steps {...moves} missing={ways.missing.length} />}
                </FileDropArea>
              )}
            </div>
          </div>
          {isPhone && <WritingBar {...moves} missing={ways.missing.length} onList={ways.openList} />}
          <Drawer
            opened={ways.isListOpen}
            onClose={ways.closeList}
            title={t('view.sections')}
            size="80%"
            position="bottom"
          >
            {panel}
          </Drawer>
          {isFinishing && (
            <Suspense>
              {state.report.permissions.can_publish ? (
                <PublishDialog state={state} onClose={() => setFinishing(false)} onJump={ways.jump} />
              ) : (
                <SubmitDialog state={state} onClose={() => setFinishing(false)} />
              )}
            </Suspense>
          )}
        </article>
      </LibraryProvider>
    </EditorToolsProvider>
  );
}

/** Stays the same object while the report is open, to avoid rendering everything again. */
function useToolsOf(editor: Editor, { report }: EditorState): EditorTools {
  const { id, public_id, team_pass, permissions } = report;
  const { timezone, date_time } = report.appointment;
  const settings = JSON.stringify(report.settings);
  const ratings = JSON.stringify(report.ratings);
  return useMemo(
    () => ({
      reportId: id,
      editor,
      settings: JSON.parse(settings) as EditorTools['settings'],
      ratings: JSON.parse(ratings) as EditorTools['ratings'],
      canEdit: permissions.can_edit,
      canAddToTemplate: permissions.can_edit_definitions,
      timezone,
      inspectedAt: date_time,
      pictureUrl: (id, size) =>
        `/api/v2/reports/${public_id}/media/${id}/${size}?t=${team_pass}&original=true`,
      videoUrl: (id) => `/api/v2/reports/${public_id}/videos/${id}?t=${team_pass}`,
    }),
    [
      id,
      editor,
      settings,
      ratings,
      permissions.can_edit,
      permissions.can_edit_definitions,
      timezone,
      date_time,
      public_id,
      team_pass,
    ],
  );
}

function Head(props: { state: EditorState; isPhone: boolean; onFinish: () => void }) {
  const { state, isPhone } = props;
  const t = useTranslation('reports');
  const { report } = state;
  const { editor } = useEditorTools();
  const { appointment } = report;
  const undo = report.permissions.can_edit && (
    <UndoButtons editor={editor} state={state} undo={t('edit.undo')} redo={t('edit.redo')} />
  );
  const preview = `/view-report2/${report.public_id}?t=${report.team_pass}`;
  return (
    <header className={classes.head}>
      <div className={classes.headLine}>
        <div className={classes.headWords}>
          <AppLink to={`/appointments/details/${appointment.id}`} className={classes.crumb}>
            {[appointment.address, appointment.city].filter(Boolean).join(', ') || appointment.order_id}
          </AppLink>
          <h1 className={classes.title}>{report.name}</h1>
        </div>
        {!isPhone && (
          <>
            <ReportStatus report={report} />
            <ReportSaveStatus state={state} />
            {undo}
            <PreviewButton href={preview} />
          </>
        )}
        <FinishButton report={report} isPhone={isPhone} onClick={props.onFinish} />
        <EditorMenu state={state} preview={isPhone ? preview : null} />
      </div>
      {isPhone && (
        <div className={classes.headLine}>
          <ReportStatus report={report} />
          <span className={classes.grow} />
          <ReportSaveStatus state={state} />
          {undo}
        </div>
      )}
    </header>
  );
}

type ReportProps = { report: EditorState['report'] };

function ReportStatus({ report }: ReportProps) {
  const t = useTranslation('reports');
  const hasNews = report.published_rev !== null && report.rev > report.published_rev;
  return (
    <StatusPill tone={statusTone(report.status)}>
      {t(hasNews ? 'status.news' : `status.${report.status}`)}
    </StatusPill>
  );
}

function PreviewButton({ href }: { href: string }) {
  const t = useTranslation('reports');
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener"
      variant="default"
      leftSection={<IconEye size={16} />}
    >
      {t('edit.preview')}
    </Button>
  );
}

function Steps(props: {
  sections: readonly ReportSection[];
  at: number;
  missing: number;
  onChoose: (id?: string) => void;
  onMissing: () => void;
}) {
  const { sections, at, missing, onChoose } = props;
  const t = useTranslation('reports');
  const [before, after] = [sections[at - 1], sections[at + 1]];
  return (
    <div className={classes.steps}>
      {before ? (
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} />}
          onClick={() => onChoose(before.id)}
        >
          {before.name}
        </Button>
      ) : (
        <span />
      )}
      {missing > 0 && (
        <Button variant="default" leftSection={<IconListCheck size={16} />} onClick={props.onMissing}>
          {t('edit.nextMissingOf', { count: missing })}
        </Button>
      )}
      {after ? (
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} />}
          onClick={() => onChoose(after.id)}
        >
          {after.name}
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
}
