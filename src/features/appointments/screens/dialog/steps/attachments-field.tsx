import { ActionIcon, Checkbox } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { IconPaperclip, IconTrash } from '#web/ui/layout/icons.ts';
import { allowedAttachmentTypes, maxAttachmentBytes } from '../../../attachments-contract.ts';
import dialog from '../../dialog.module.css';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import type { PendingAttachment } from '../../draft/draft-state.ts';
import classes from './attachments-field.module.css';

/** Documents for the appointment, uploaded once it is booked, each with its visibility for clients. */
export function AttachmentsField() {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { state, dispatch } = useAppointmentDialog();
  const { attachments, editing } = state;
  const set = (files: PendingAttachment[]) => dispatch({ type: 'attachments', files });
  const add = (files: File[]) => {
    const fresh = files.map((file) => ({ key: newKey(), file, visible_to_client: false }));
    set([...attachments, ...fresh]);
  };
  const present = editing?.appointment.attachments ?? [];
  return (
    <section>
      <h3 className={dialog.heading}>{t('attachments')}</h3>
      {present.length > 0 && (
        <p className={dialog.hint}>
          {t('attachedAlready', { names: present.map((one) => one.name).join(', ') })}
        </p>
      )}
      <div className={classes.drop}>
        <FileDrop
          accept={allowedAttachmentTypes}
          maxBytes={maxAttachmentBytes}
          multiple
          onFiles={add}
          label={t('dropAttachment')}
          hint={t('attachmentKinds', { size: format.bytes(maxAttachmentBytes) })}
        />
      </div>
      {attachments.length > 0 && (
        <ul className={classes.list}>
          {attachments.map((one) => (
            <li key={one.key} className={classes.row}>
              <FileRow
                attachment={one}
                onVisible={(visible_to_client) =>
                  set(attachments.map((each) => (each === one ? { ...each, visible_to_client } : each)))
                }
                onRemove={() => set(attachments.filter((each) => each !== one))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FileRowProps {
  attachment: PendingAttachment;
  onVisible: (isVisible: boolean) => void;
  onRemove: () => void;
}

function FileRow({ attachment: { file, visible_to_client }, onVisible, onRemove }: FileRowProps) {
  const t = useTranslation('appointments');
  const format = useFormat();
  return (
    <>
      <IconPaperclip size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <div className={classes.name}>{file.name}</div>
        <div className={classes.size}>{format.bytes(file.size)}</div>
      </div>
      <Checkbox
        size="sm"
        label={t('clientsSeeIt')}
        aria-label={`${t('clientsSeeIt')}: ${file.name}`}
        checked={visible_to_client}
        onChange={(event) => onVisible(event.currentTarget.checked)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('removeNamed', { name: file.name })}
        onClick={onRemove}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </>
  );
}

/** Creates a key that stays with a file, so that a retry attaches it only once. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
