import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconBolt, IconPlus, IconSettings } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { createActionGroup, listActionGroups } from '../groups-contract.ts';
import { ActionsEditor } from './editor/actions-editor.tsx';
import classes from './editor/editor.module.css';
import { groupFromWire } from './from-wire.ts';
import { useEditorPort } from './use-editor-port.ts';

/** The company's groups of actions. */
export function ActionsPage() {
  const t = useTranslation('automations');
  const read = useRead(listActionGroups, {});
  const groups = useMemo(() => (read.data ?? []).map(groupFromWire), [read.data]);
  const port = useEditorPort('company');
  const [{ action: found }] = useUrlState({ action: '' });
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState('');
  const opener = useRef<Element | null>(null);
  const open = () => {
    opener.current = document.activeElement;
    setAdding(true);
  };
  const close = () => {
    setAdding(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const isEmpty = read.status === 'loaded' && groups.length === 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        primary={{
          label: t('addGroup'),
          icon: <IconPlus size={18} aria-hidden />,
          onClick: open,
          isQuiet: isAdding,
        }}
        actions={
          <LinkButton
            to="/settings/automations"
            variant="default"
            leftSection={<IconSettings size={18} aria-hidden />}
          >
            {t('openSettings')}
          </LinkButton>
        }
      />
      {isAdding && (
        <NewGroup
          onClose={close}
          onCreated={(id) => {
            setAdding(false);
            setCreated(id);
          }}
        />
      )}
      {read.status === 'loading' && <LinesSkeleton lines={4} height={56} />}
      {read.status === 'failed' && <ErrorState failure={read.failure} onRetry={read.retry} />}
      {groups.length > 0 && (
        <ActionsEditor key={found} groups={groups} port={port} found={found} created={created} />
      )}
      {isEmpty && !isAdding && (
        <Card title={t('groups')}>
          <EmptyState
            icon={<IconBolt size={24} stroke={1.6} />}
            title={t('none')}
            hint={t('noneHint')}
            action={
              <Button variant="default" onClick={open}>
                {t('addGroup')}
              </Button>
            }
          />
        </Card>
      )}
    </>
  );
}

function NewGroup({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const t = useTranslation('automations');
  const [name, setName] = useState('');
  const write = useWrite(createActionGroup, {
    toast: (group) => t('groupCreated', { name: group.name }),
    onDone: (group) => onCreated(group.id),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!write.pending) void write.send({ name });
  };
  return (
    <form className={classes.new} aria-label={t('addGroup')} noValidate onSubmit={save}>
      <TextInput
        className={classes.newName ?? ''}
        label={t('groupName')}
        value={name}
        maxLength={120}
        autoFocus
        error={write.fieldErrors.name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button variant="default" onClick={onClose} disabled={write.pending}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={write.pending}>
        {t('createGroup')}
      </Button>
    </form>
  );
}
