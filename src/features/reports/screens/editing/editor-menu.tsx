import { ActionIcon, Menu } from '@mantine/core';
import { Children, type ReactNode, Suspense, useState } from 'react';
import { failureMessage, useWrite } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { downloadFile } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import {
  IconArrowLeft,
  IconClipboardCheck,
  IconCopy,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconHistory,
  IconRefresh,
  IconShare,
  IconTemplate,
  IconX,
} from '#web/ui/layout/icons.ts';
import { rebuildPdfs, returnReport, unpublishReport } from '../../publishing-contract.ts';
import { downloadReport } from '../../reading-contract.ts';
import type { EditorState } from '../work/editor-types.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { SubmitDialog } from './publishing/submit-dialog.tsx';
import { TextPromptDialog } from './text-prompt-dialog.tsx';

// These work only online, so their code can be fetched on demand.
const ShareDialog = lazy(async () => ({
  default: (await import('./publishing/share-dialog.tsx')).ShareDialog,
}));
const DraftLinkDialog = lazy(async () => ({
  default: (await import('./publishing/draft-link-dialog.tsx')).DraftLinkDialog,
}));

const VersionsDialog = lazy(async () => ({
  default: (await import('./versions-dialog.tsx')).VersionsDialog,
}));
const TakeOverDialog = lazy(async () => ({
  default: (await import('./take-over-dialog.tsx')).TakeOverDialog,
}));

const SampleDialog = lazy(async () => ({
  default: (await import('../samples/sample-dialog.tsx')).SampleDialog,
}));

const CopyReportDialog = lazy(async () => ({
  default: (await import('../writing/copy-report-dialog.tsx')).CopyReportDialog,
}));

type OpenDialog = 'copy' | 'submit' | 'return' | 'share' | 'draft' | 'takeOver' | 'versions' | 'sample';

/** Further actions for a report, depending on its status and the user's rights. */
export function EditorMenu({ state, preview }: { state: EditorState; preview: string | null }) {
  const t = useTranslation('reports');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const { report } = state;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={preview ? 44 : 36} aria-label={t('edit.moreActions')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ReadingItems report={report} preview={preview} />
          <SharingItems report={report} onOpen={setDialog} />
          <ContentItems report={report} onOpen={setDialog} />
          <StatusItems report={report} onOpen={setDialog} />
        </Menu.Dropdown>
      </Menu>
      {dialog === 'submit' && <SubmitDialog state={state} onClose={close} />}
      <Suspense>
        {dialog === 'share' && <ShareDialog reportId={report.id} people={report.people} onClose={close} />}
        {dialog === 'copy' && <CopyReportDialog appointmentId={report.appointment.id} onClose={close} />}
        {dialog === 'takeOver' && <TakeOverDialog reportId={report.id} onClose={close} />}
        {dialog === 'versions' && <VersionsDialog report={report} onClose={close} />}
        {dialog === 'sample' && <SampleDialog reportId={report.id} onClose={close} />}
        {dialog === 'draft' && <DraftLinkDialog appointmentId={report.appointment.id} onClose={close} />}
      </Suspense>
      {dialog === 'return' && <ReturnDialog reportId={report.id} onClose={close} />}
    </>
  );
}

type ReportProps = { report: EditorState['report'] };
type OpenProps = ReportProps & { onOpen: (dialog: OpenDialog) => void };

/** A labeled group of entries; nothing if the report has none of them now. */
function Group({ label, isFirst, children }: { label: string; isFirst?: boolean; children: ReactNode }) {
  // Entries that do not apply are false or null.
  if (Children.toArray(children).length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: A menu may not contain a fieldset.
    <div role="group" aria-label={label}>
      {!isFirst && <Menu.Divider />}
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {children}
    </div>
  );
}

/** The entries that show the report or download it. */
function ReadingItems({ report, preview }: ReportProps & { preview: string | null }) {
  const t = useTranslation('reports');
  const download = (type: 'full' | 'summary') =>
    downloadFile(downloadReport, { reportId: report.id, type }).catch((error: unknown) => {
      if (error instanceof ApiFailure) toast(failureMessage(error), { kind: 'error' });
    });
  const newTab = { component: 'a', target: '_blank', rel: 'noopener' } as const;
  return (
    <Group label={t('edit.menu.read')} isFirst>
      {preview && (
        <Menu.Item {...newTab} href={preview} leftSection={<IconEye size={16} />}>
          {t('edit.preview')}
        </Menu.Item>
      )}
      {report.status === 'published' && (
        <Menu.Item
          {...newTab}
          href={`/view-report2/${report.public_id}`}
          leftSection={<IconExternalLink size={16} />}
        >
          {t('edit.publicPage')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void download('full')}>
        {t('view.downloadFull')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void download('summary')}>
        {t('view.downloadSummary')}
      </Menu.Item>
    </Group>
  );
}

/** The entries that pass the report on, and show who has read it. */
function SharingItems({ report, onOpen }: OpenProps) {
  const t = useTranslation('reports');
  const { permissions, status } = report;
  return (
    <Group label={t('edit.menu.share')}>
      {status === 'published' && (
        <Menu.Item leftSection={<IconShare size={16} />} onClick={() => onOpen('share')}>
          {t('edit.share')}
        </Menu.Item>
      )}
      {status !== 'published' && status !== 'not_started' && permissions.can_edit && (
        <Menu.Item leftSection={<IconShare size={16} />} onClick={() => onOpen('draft')}>
          {t('edit.shareDraft')}
        </Menu.Item>
      )}
      {permissions.can_make_sample && (
        <Menu.Item leftSection={<IconTemplate size={16} />} onClick={() => onOpen('sample')}>
          {t('samples.menu')}
        </Menu.Item>
      )}
      {report.published_at && <ViewsItem id={report.id} />}
    </Group>
  );
}

/** The entries about the content: versions, the template, copies and PDFs. */
function ContentItems({ report, onOpen }: OpenProps) {
  const t = useTranslation('reports');
  const { permissions, status } = report;
  const { rebuild } = useReportCommands(report.id);
  return (
    <Group label={t('edit.menu.content')}>
      {report.first_published_at && (
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => onOpen('versions')}>
          {t('versions.menu')}
        </Menu.Item>
      )}
      {permissions.can_edit && status !== 'published' && (
        <Menu.Item leftSection={<IconTemplate size={16} />} onClick={() => onOpen('takeOver')}>
          {t('takeOver.menu')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onOpen('copy')}>
        {t('edit.copyReport')}
      </Menu.Item>
      {permissions.can_edit && (
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={rebuild}>
          {t('edit.rebuild')}
        </Menu.Item>
      )}
    </Group>
  );
}

/** The entries that change the report's status. */
function StatusItems({ report, onOpen }: OpenProps) {
  const t = useTranslation('reports');
  const { permissions, status } = report;
  const { unpublish } = useReportCommands(report.id);
  return (
    <Group label={t('edit.menu.status')}>
      {permissions.can_submit && (
        <Menu.Item leftSection={<IconClipboardCheck size={16} />} onClick={() => onOpen('submit')}>
          {t('edit.submit')}
        </Menu.Item>
      )}
      {status === 'pending_approval' && permissions.can_publish && (
        <Menu.Item leftSection={<IconArrowLeft size={16} />} onClick={() => onOpen('return')}>
          {t('edit.return')}
        </Menu.Item>
      )}
      {permissions.can_unpublish && (
        <Menu.Item color="red" leftSection={<IconX size={16} />} onClick={unpublish}>
          {t('edit.unpublish')}
        </Menu.Item>
      )}
    </Group>
  );
}

function ViewsItem({ id }: { id: string }) {
  const t = useTranslation('reports');
  const to = `/appointments/view-log/${id}`;
  return (
    <Menu.Item component={UnstyledLink} to={to} leftSection={<IconHistory size={16} />}>
      {t('edit.views')}
    </Menu.Item>
  );
}

/** The commands of the menu that need no dialog of the editor. */
function useReportCommands(id: string) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const onDone = () => void editor.sync();
  // Refused, because another tab or user was faster: the page then shows what the report is now.
  const onFail = () => {
    onDone();
    return undefined;
  };
  const unpublish = useWrite(unpublishReport, { onDone, onFail, toast: t('edit.unpublished') });
  const rebuild = useWrite(rebuildPdfs, { onDone, toast: t('edit.rebuilding') });
  async function confirmUnpublish() {
    const isSure = await confirm({
      title: t('edit.unpublishTitle'),
      text: t('edit.unpublishHint'),
      yes: t('edit.unpublish'),
      destroys: true,
    });
    if (isSure) await unpublish.send({ id });
  }
  return {
    rebuild: () => void rebuild.send({ reportId: id }),
    unpublish: () => void confirmUnpublish(),
  };
}

/** Returns a submitted report to its author, with a note. */
function ReturnDialog({ reportId: id, onClose }: { reportId: string; onClose: () => void }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const giveBack = useWrite(returnReport, {
    onDone: () => {
      void editor.sync();
      onClose();
    },
    onFail: () => {
      void editor.sync();
      return undefined;
    },
  });
  return (
    <TextPromptDialog
      title={t('edit.return')}
      label={t('edit.returnNote')}
      initial=""
      isNote
      isPending={giveBack.pending}
      onName={(note) => void giveBack.send({ id, note })}
      onClose={onClose}
    />
  );
}
