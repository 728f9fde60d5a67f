import { ActionIcon, Progress } from '@mantine/core';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconPaperclip, IconRefresh, IconX } from '#web/ui/layout/icons.ts';
import {
  allowedAttachmentTypes,
  listAttachments,
  maxAttachmentBytes,
} from '../../../attachments-contract.ts';
import type { Appointment } from '../../../contract.ts';
import classes from '../details.module.css';
import { AttachmentRow } from './attachment-row.tsx';
import { type Upload, useUploads } from './use-uploads.ts';

/** The appointment's documents: upload by drop or selection, share with clients or keep internal. */
export function AttachmentsCard({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const read = useRead(listAttachments, { id: appointment.id });
  const uploads = useUploads(appointment.id);
  const rows = read.data ?? [];
  const mayEdit = appointment.may.edit;
  return (
    <Card title={t('attachments')} flush>
      {read.status === 'failed' && <ErrorState failure={read.failure} onRetry={read.retry} />}
      {read.status === 'loading' && (
        <div className={classes.inset}>
          <LinesSkeleton lines={2} />
        </div>
      )}
      {(rows.length > 0 || uploads.list.length > 0) && (
        <ul className={classes.list}>
          {rows.map((row) => (
            <AttachmentRow key={row.id} attachment={row} appointment={appointment} />
          ))}
          {uploads.list.map((upload) => (
            <UploadRow key={upload.key} upload={upload} of={uploads} />
          ))}
        </ul>
      )}
      {mayEdit ? (
        <div className={classes.inset}>
          <FileDrop
            accept={allowedAttachmentTypes}
            maxBytes={maxAttachmentBytes}
            multiple
            onFiles={uploads.start}
            label={t('dropAttachment')}
            hint={t('attachmentKinds', { size: format.bytes(maxAttachmentBytes) })}
          />
        </div>
      ) : (
        read.status === 'loaded' &&
        rows.length === 0 && (
          <div className={classes.inset}>
            <EmptyLine>{t('noAttachments')}</EmptyLine>
          </div>
        )
      )}
    </Card>
  );
}

function UploadRow({ upload, of }: { upload: Upload; of: ReturnType<typeof useUploads> }) {
  const t = useTranslation('appointments');
  const { name } = upload.file;
  const percent = Math.round(upload.progress * 100);
  return (
    <li className={classes.entry}>
      <IconPaperclip size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        {name}
        {upload.problem ? (
          <div role="alert" className={classes.problem}>
            {upload.problem}
          </div>
        ) : (
          <Progress
            mt={6}
            size="sm"
            value={percent}
            aria-label={t('uploading', { name })}
            striped={percent === 100}
            animated={percent === 100}
          />
        )}
      </div>
      <div>
        {upload.problem && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('uploadAgain', { name })}
            onClick={() => of.again(upload)}
          >
            <IconRefresh size={17} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('stopUpload', { name })}
          onClick={() => of.drop(upload)}
        >
          <IconX size={17} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
