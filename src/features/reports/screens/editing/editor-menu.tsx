import { ActionIcon, Menu } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { failureMessage, useWrite } from '#web/api.ts';
import { ApiFailure, downloadFile } from '#web/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/link.tsx';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import {
  IconArrowLeft,
  IconClipboardCheck,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconHistory,
  IconRefresh,
  IconShare,
  IconX,
} from '#web/ui/layout/icons.ts';
import { rebuildPdfs, returnReport, unpublishReport } from '../../publishing-contract.ts';
import { downloadReport } from '../../reading-contract.ts';
import type { EditorState } from '../work/editor-types.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { SubmitDialog } from './submit-dialog.tsx';
import { TextPromptDialog } from './text-prompt-dialog.tsx';

// These work only online, so their code can be fetched on demand.
const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));
const DraftLinkDialog = lazy(async () => ({
  default: (await import('./draft-link-dialog.tsx')).DraftLinkDialog,
}));

/** Further actions for a report, depending on its status and the user's rights. */
export function EditorMenu({ state, preview }: { state: EditorState; preview: string | null }) {
  const t = useTranslation('reports');
  const [dialog, setDialog] = useState<'submit' | 'return' | 'share' | 'draft' | null>(null);
  const close = () => setDialog(null);
  const { editor } = useEditorTools();
  const { report } = state;
  const { id, permissions, status, public_id } = report;
  const done = { onDone: () => void editor.sync() };
  const giveBack = useWrite(returnReport, {
    onDone: () => {
      void editor.sync();
      close();
    },
  });
  const unpublish = useWrite(unpublishReport, { ...done, toast: t('edit.unpublished') });
  const rebuild = useWrite(rebuildPdfs, { ...done, toast: t('edit.rebuilding') });
  const download = (type: 'full' | 'summary') =>
    downloadFile(downloadReport, { reportId: id, type }).catch((error: unknown) => {
      if (error instanceof ApiFailure) toast(failureMessage(error), { kind: 'error' });
    });
  async function takeBack() {
    const isSure = await confirm({
      title: t('edit.unpublishTitle'),
      text: t('edit.unpublishHint'),
      yes: t('edit.unpublish'),
      destroys: true,
    });
    if (isSure) await unpublish.send({ id });
  }
  const items = (
    <Menu.Dropdown>
      {preview && (
        <Menu.Item
          component="a"
          href={preview}
          target="_blank"
          rel="noopener"
          leftSection={<IconEye size={16} />}
        >
          {t('edit.preview')}
        </Menu.Item>
      )}
      {status === 'published' && (
        <Menu.Item
          component="a"
          href={`/view-report2/${public_id}`}
          target="_blank"
          rel="noopener"
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
      {permissions.can_edit && (
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          onClick={() => void rebuild.send({ reportId: id })}
        >
          {t('edit.rebuild')}
        </Menu.Item>
      )}
      {status === 'published' && (
        <Menu.Item leftSection={<IconShare size={16} />} onClick={() => setDialog('share')}>
          {t('edit.share')}
        </Menu.Item>
      )}
      {status !== 'published' && status !== 'not_started' && permissions.can_edit && (
        <Menu.Item leftSection={<IconShare size={16} />} onClick={() => setDialog('draft')}>
          {t('edit.shareDraft')}
        </Menu.Item>
      )}
      {report.published_at && (
        <Menu.Item
          component={UnstyledLink}
          to={`/appointments/view-log/${id}`}
          leftSection={<IconHistory size={16} />}
        >
          {t('edit.views')}
        </Menu.Item>
      )}
      {permissions.can_submit && (
        <Menu.Item leftSection={<IconClipboardCheck size={16} />} onClick={() => setDialog('submit')}>
          {t('edit.submit')}
        </Menu.Item>
      )}
      {status === 'pending_approval' && permissions.can_publish && (
        <Menu.Item leftSection={<IconArrowLeft size={16} />} onClick={() => setDialog('return')}>
          {t('edit.return')}
        </Menu.Item>
      )}
      {permissions.can_unpublish && (
        <Menu.Item color="red" leftSection={<IconX size={16} />} onClick={() => void takeBack()}>
          {t('edit.unpublish')}
        </Menu.Item>
      )}
    </Menu.Dropdown>
  );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={preview ? 44 : 36} aria-label={t('edit.moreActions')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        {items}
      </Menu>
      {dialog === 'submit' && <SubmitDialog state={state} onClose={close} />}
      <Suspense>
        {dialog === 'share' && <ShareDialog reportId={id} people={report.people} onClose={close} />}
        {dialog === 'draft' && <DraftLinkDialog appointmentId={report.appointment.id} onClose={close} />}
      </Suspense>
      {dialog === 'return' && (
        <TextPromptDialog
          title={t('edit.return')}
          label={t('edit.returnNote')}
          initial=""
          isNote
          isPending={giveBack.pending}
          onName={(note) => void giveBack.send({ id, note })}
          onClose={close}
        />
      )}
    </>
  );
}
