import { ActionIcon, Menu } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { copyAddress } from '#web/navigation/copy-address.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconLink,
  IconPencil,
  IconTrash,
} from '#web/ui/layout/icons.ts';
import { changeSample, deleteSample, type SampleRow } from '../../samples-contract.ts';

interface Props {
  row: SampleRow;
  onEdit: () => void;
  /** Null at the end of the list. */
  onMoveUp: (() => void) | null;
  onMoveDown: (() => void) | null;
}

/** What can be done with a sample. */
export function SampleMenu({ row, onEdit, onMoveUp, onMoveDown }: Props) {
  const t = useTranslation('reports');
  const change = useWrite(changeSample);
  const remove = useDeleting(row);
  const { id, name, public_id, visible } = row;
  const path = `/sample-report/${public_id}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('samples.actions', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={visible ? path : `${path}?t=${row.team_pass}`}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={16} />}
        >
          {t('samples.open')}
        </Menu.Item>
        {visible && (
          <Menu.Item
            leftSection={<IconLink size={16} />}
            onClick={() => void copyAddress(path, t('samples.copied'))}
          >
            {t('samples.copy')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t('samples.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={visible ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => void change.send({ id, visible: !visible })}
        >
          {t(visible ? 'samples.hide' : 'samples.show')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp size={16} />}
          onClick={() => onMoveUp?.()}
          disabled={onMoveUp === null}
        >
          {t('edit.moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} />}
          onClick={() => onMoveDown?.()}
          disabled={onMoveDown === null}
        >
          {t('edit.moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
          {t('samples.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useDeleting({ id, name }: SampleRow) {
  const t = useTranslation('reports');
  const remove = useWrite(deleteSample, { toast: t('samples.deleted', { name }) });
  return async () => {
    const isSure = await confirm({
      title: t('samples.deleteTitle', { name }),
      text: t('samples.deleteHint'),
      yes: t('samples.delete'),
      destroys: true,
    });
    if (isSure) await remove.send({ id });
  };
}
