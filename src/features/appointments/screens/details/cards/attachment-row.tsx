import { ActionIcon, Button, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { showFailure, useWrite } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { downloadFile } from '#web/client/client.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import {
  IconDots,
  IconEye,
  IconEyeOff,
  IconFileText,
  IconPencil,
  IconReport,
  IconTrash,
} from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import * as contract from '../../../attachments-contract.ts';
import type { Appointment } from '../../../contract.ts';
import classes from '../details.module.css';

/** One document: its name downloads it; users who may edit the appointment can share, rename and remove it. */
export function AttachmentRow(props: { attachment: contract.Attachment; appointment: Appointment }) {
  const { attachment, appointment } = props;
  const t = useTranslation('appointments');
  const format = useFormat();
  const [isRenaming, setRenaming] = useState(false);
  const [isFetching, setFetching] = useState(false);
  const ids = { id: appointment.id, attId: attachment.id };
  const download = async () => {
    setFetching(true);
    try {
      await downloadFile(contract.downloadAttachment, ids);
    } catch (error) {
      if (error instanceof ApiFailure) showFailure(error);
    } finally {
      setFetching(false);
    }
  };
  if (isRenaming)
    return (
      <li className={classes.entry}>
        <NameField attachment={attachment} ids={ids} onClose={() => setRenaming(false)} />
      </li>
    );
  return (
    <li className={classes.entry}>
      <IconFileText size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <UnstyledButton className={classes.file} onClick={() => void download()} disabled={isFetching}>
          {attachment.name}
        </UnstyledButton>
        <div className={classes.faint}>
          {format.bytes(attachment.bytes)} · {format.dateTime(attachment.created_at, appointment.timezone)}
        </div>
        {(attachment.visible_to_client || attachment.as_report) && (
          <div className={classes.pills}>
            {attachment.visible_to_client && <StatusPill tone="info">{t('clientsSeeIt')}</StatusPill>}
            {attachment.as_report && <StatusPill tone="ok">{t('countsAsReport')}</StatusPill>}
          </div>
        )}
      </div>
      {appointment.may.edit && <Acts attachment={attachment} ids={ids} onRename={() => setRenaming(true)} />}
    </li>
  );
}

interface Ids {
  id: string;
  attId: string;
}

function Acts(props: { attachment: contract.Attachment; ids: Ids; onRename: () => void }) {
  const { attachment, ids } = props;
  const { name, visible_to_client, as_report } = attachment;
  const t = useTranslation('appointments');
  const change = useWrite(contract.changeAttachment);
  const remove = useWrite(contract.removeAttachment, { toast: t('attachmentRemoved', { name }) });
  const askAndRemove = async () => {
    const question = { title: t('removeNamed', { name }), text: t('removeAttachmentText'), yes: t('remove') };
    if (await confirm({ ...question, destroys: true })) await remove.send(ids);
  };
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('actsOf', { name })}
          loading={change.pending || remove.pending}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={visible_to_client ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => void change.send({ ...ids, visible_to_client: !visible_to_client })}
        >
          {t(visible_to_client ? 'hideFromClients' : 'showToClients')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconReport size={16} />}
          onClick={() => void change.send({ ...ids, as_report: !as_report })}
        >
          {t(as_report ? 'notAsReport' : 'asReport')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={props.onRename}>
          {t('rename')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askAndRemove()}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function NameField(props: { attachment: contract.Attachment; ids: Ids; onClose: () => void }) {
  const t = useTranslation('appointments');
  const [name, setName] = useState(props.attachment.name);
  const change = useWrite(contract.changeAttachment, { onDone: props.onClose });
  return (
    <form
      className={classes.renaming}
      onSubmit={(event) => {
        event.preventDefault();
        void change.send({ ...props.ids, name });
      }}
    >
      <TextInput
        aria-label={t('nameOfDocument')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
        error={change.fieldErrors.name}
        ref={(field) => field?.focus()}
      />
      <Button type="submit" variant="light" loading={change.pending}>
        {t('save')}
      </Button>
      <Button variant="subtle" color="gray" onClick={props.onClose}>
        {t('cancel')}
      </Button>
    </form>
  );
}
