import { ActionIcon, Menu, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ActionGroup } from '#domain/automations/action-types.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { IconChevronDown, IconChevronRight, IconDots } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { moveItem } from '#web/ui/table/sortable-list.tsx';
import classes from './editor.module.css';
import type { EditorPort, GroupsPort } from './editor-port.ts';

interface Props {
  group: ActionGroup;
  grip: ReactNode;
  ids: readonly string[];
  port: EditorPort;
  isOpen: boolean;
  onToggle: () => void;
  /** The id of what it expands. */
  panel: string;
}

/** The head of a group: expands it, renames it in place, switches it and offers what can be done to it. */
export function GroupHead({ group, grip, ids, port, isOpen, onToggle, panel }: Props) {
  const t = useTranslation('automations');
  const [isRenaming, setRenaming] = useState(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const actions = t('countActions', { count: group.actions.length });
  return (
    <div className={classes.head}>
      {grip}
      {isRenaming ? (
        <Rename
          name={group.name}
          onDone={(name) => {
            setRenaming(false);
            if (name && name !== group.name) void port.groups?.rename(group.id, name);
          }}
        />
      ) : (
        <h2 className={classes.heading}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={panel}
            aria-label={t('toggleGroup', { name: group.name, actions })}
            onClick={onToggle}
            onDoubleClick={() => port.groups && setRenaming(true)}
          >
            <Chevron size={18} aria-hidden className={classes.chevron} />
            <span className={classes.groupName} data-off={!group.enable || undefined}>
              {group.name}
            </span>
            <span className={classes.count}>{actions}</span>
          </button>
        </h2>
      )}
      <span className={classes.pills}>
        {group.is_default && port.groups && <StatusPill tone="info">{t('default')}</StatusPill>}
        {!group.enable && <StatusPill tone="mute">{t('off')}</StatusPill>}
      </span>
      <Switch
        size="sm"
        checked={group.enable}
        aria-label={t('enableGroup', { name: group.name })}
        onChange={(event) => void port.setEnabled(group.id, event.currentTarget.checked)}
      />
      {port.groups && (
        <GroupMenu
          group={group}
          ids={ids}
          port={port.groups}
          isRenaming={isRenaming}
          onRename={() => setRenaming(true)}
        />
      )}
    </div>
  );
}

interface MenuProps {
  group: ActionGroup;
  ids: readonly string[];
  port: GroupsPort;
  isRenaming: boolean;
  onRename: () => void;
}

function GroupMenu({ group, ids, port, isRenaming, onRename }: MenuProps) {
  const t = useTranslation('automations');
  const web = useTranslation('web');
  const at = ids.indexOf(group.id);
  const move = (by: -1 | 1) => void port.order(moveItem(ids, group.id, by));
  const remove = async () => {
    const isSure = await confirm({
      title: t('deleteGroup', { name: group.name }),
      text: t('deleteGroupText'),
      yes: t('delete'),
      destroys: true,
    });
    if (isSure) await port.remove(group.id);
  };
  return (
    // The focus is in the field of the new name.
    <Menu position="bottom-end" withinPortal returnFocus={!isRenaming}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={web('rowActions', { name: group.name })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{t('rename')}</Menu.Item>
        <Menu.Item onClick={() => void port.duplicate(group.id)}>{t('duplicate')}</Menu.Item>
        <Menu.Item disabled={at === 0} onClick={() => move(-1)}>
          {t('moveUp')}
        </Menu.Item>
        <Menu.Item disabled={at === ids.length - 1} onClick={() => move(1)}>
          {t('moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => void remove()}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Rename({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const t = useTranslation('automations');
  const [text, setText] = useState(name);
  return (
    <TextInput
      className={classes.rename ?? ''}
      aria-label={t('newNameOf', { name })}
      value={text}
      maxLength={120}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onDone(text.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        onDone(event.key === 'Enter' ? text.trim() : null);
      }}
    />
  );
}
