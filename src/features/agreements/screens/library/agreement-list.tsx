import { Button, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { usePagedRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCheck, IconCopy, IconEdit, IconFileText, IconPlus, IconTrash } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type RowAction, RowMenu, RowMenuButton, useRowMenu } from '#web/ui/table/row-menu.tsx';
import {
  type AgreementTemplate,
  deleteAgreement,
  listAgreements,
  updateAgreement,
} from '../../library-contract.ts';
import classes from './library.module.css';

const place = (id: string) => `/settings?tab=agreements&agreement=${id}`;

/** All agreement templates of the company, with the active and the default ones marked. */
export function AgreementList() {
  const t = useTranslation('agreements');
  const go = useNavigateTo();
  const pages = usePagedRead(listAgreements, { status: 'all', perPage: 50 });
  const actions = useActions();
  const menu = useRowMenu(actions);
  const add = () => go(place('new'));
  return (
    <Card
      title={t('lib.title')}
      flush
      actions={
        <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {t('lib.add')}
        </Button>
      }
    >
      {pages.status === 'loading' && (
        <div className={classes.inset}>
          <LinesSkeleton lines={5} height={28} />
        </div>
      )}
      {pages.status === 'failed' && <ErrorState failure={pages.failure} onRetry={pages.retry} />}
      {pages.status === 'loaded' && pages.rows.length === 0 && (
        <EmptyState
          icon={<IconFileText size={24} stroke={1.6} />}
          title={t('lib.none')}
          hint={t('lib.noneHint')}
          action={
            <Button variant="default" onClick={add}>
              {t('lib.add')}
            </Button>
          }
        />
      )}
      {pages.rows.length > 0 && (
        <ul className={classes.list} aria-label={t('lib.title')}>
          {pages.rows.map((row) => (
            <Row key={row.id} row={row} onMenu={(button) => menu.open(row, row.name, button)} />
          ))}
        </ul>
      )}
      {pages.hasMore && (
        <div className={classes.inset}>
          <Button variant="default" onClick={pages.more} loading={pages.loadingMore}>
            {t('lib.more')}
          </Button>
        </div>
      )}
      <RowMenu of={menu} />
    </Card>
  );
}

function Row({ row, onMenu }: { row: AgreementTemplate; onMenu: (button: HTMLElement) => void }) {
  const t = useTranslation('agreements');
  const format = useFormat();
  // Optimistic: the switch moves immediately and goes back if the server refuses.
  const [wanted, setWanted] = useState<boolean | null>(null);
  useEffect(() => setWanted(null), [row.rev]);
  const write = useWrite(updateAgreement, {
    toast: ({ name, status }) => t(status === 1 ? 'lib.switchedOn' : 'lib.switchedOff', { name }),
    onFail: () => {
      setWanted(null);
      return false;
    },
  });
  return (
    <li className={classes.row}>
      <div className={classes.words} data-off={row.status !== 1 || undefined}>
        <span className={classes.nameLine}>
          <UnstyledLink to={place(row.id)} className={classes.name}>
            {row.name}
          </UnstyledLink>
          {row.is_default && <StatusPill tone="info">{t('lib.isDefault')}</StatusPill>}
          {row.status !== 1 && <StatusPill tone="mute">{t('lib.isOff')}</StatusPill>}
        </span>
        <span className={classes.dim}>
          {t('lib.changed', { version: row.version, day: format.date(row.updated_at) })}
        </span>
      </div>
      <Switch
        size="sm"
        checked={wanted ?? row.status === 1}
        disabled={write.pending}
        aria-label={t('lib.offersName', { name: row.name })}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          setWanted(checked);
          void write.send({ id: row.id, rev: row.rev, status: checked ? 1 : 0 });
        }}
      />
      <RowMenuButton name={row.name} onOpen={onMenu} />
    </li>
  );
}

function useActions(): (row: AgreementTemplate) => RowAction[] {
  const t = useTranslation('agreements');
  const remove = useWrite(deleteAgreement, { toast: t('lib.deleted') });
  const update = useWrite(updateAgreement, { toast: ({ name }) => t('lib.saved', { name }) });
  const ask = async (row: AgreementTemplate) => {
    const isSure = await confirm({
      title: t('lib.deleteTitle', { name: row.name }),
      text: t('lib.deleteText'),
      yes: t('lib.delete'),
      destroys: true,
    });
    if (isSure) await remove.send({ id: row.id, rev: row.rev });
  };
  return (row) => [
    { label: t('lib.edit'), icon: <IconEdit size={16} aria-hidden />, to: place(row.id) },
    {
      label: t('lib.duplicate'),
      icon: <IconCopy size={16} aria-hidden />,
      to: `${place('new')}&copy=${row.id}`,
    },
    ...(row.status === 1
      ? [
          {
            label: t(row.is_default ? 'lib.noDefault' : 'lib.makeDefault'),
            icon: <IconCheck size={16} aria-hidden />,
            run: () => void update.send({ id: row.id, rev: row.rev, is_default: !row.is_default }),
          },
        ]
      : []),
    {
      label: t('lib.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      run: () => void ask(row),
      destroys: true,
      separate: true,
    },
  ];
}
