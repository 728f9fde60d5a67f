import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { type TemplateTrade, templateTrades } from '#domain/templates/trades.ts';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { type FileReport, templateFileMaxBytes } from '../../exchange-contract.ts';
import * as contract from '../../store-admin-contract.ts';
import classes from '../exchange/exchange.module.css';
import { FileFindings } from '../exchange/file-findings.tsx';

interface Props {
  /** The template whose content is replaced; null adds a new one. */
  replaces: contract.ManagedStoreTemplate | null;
  onClose: () => void;
}

/** Adds a template to the store from a file, or replaces the content of one. */
export function UploadDialog({ replaces, onClose }: Props) {
  const t = useTranslation('templates');
  const of = useUpload(replaces, onClose);
  const { file, found } = of;
  const isClean = found !== null && found.problem_counts.refused + found.problem_counts.left_out === 0;
  const title = replaces ? t('manage.replaceTitle', { name: replaces.name }) : t('manage.add');
  return (
    <GuardedDialog opened onClose={onClose} title={title} width={640} locked={of.isSaving} isDirty={false}>
      <div className={classes.stack}>
        {replaces && <span className={classes.hint}>{t('manage.replaceHint')}</span>}
        <FileDrop
          accept={['.json']}
          maxBytes={templateFileMaxBytes}
          label={file?.name ?? t('manage.drop')}
          hint={t('manage.dropHint')}
          onFiles={([next]) => next && void of.take(next)}
        />
        {found && <FileFindings of={found} />}
        {found && !isClean && <Notice tone="warn">{t('manage.fix')}</Notice>}
        <Select
          label={t('store.trade')}
          data={templateTrades.map((value) => ({ value, label: t(`store.trades.${value}`) }))}
          value={of.trade}
          onChange={(next) => of.setTrade(next as TemplateTrade | null)}
          clearable
        />
        <Group justify="flex-end">
          <CancelButton disabled={of.isSaving} />
          <Button onClick={() => void of.save()} disabled={!isClean} loading={of.isSaving}>
            {t(replaces ? 'manage.replace' : 'manage.add')}
          </Button>
        </Group>
      </div>
    </GuardedDialog>
  );
}

function useUpload(replaces: Props['replaces'], onClose: () => void) {
  const t = useTranslation('templates');
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<FileReport | null>(null);
  const [trade, setTrade] = useState<TemplateTrade | null>(
    templateTrades.find((each) => each === replaces?.trade) ?? null,
  );
  const done = {
    onDone: onClose,
    toast: ({ name }: FileReport) => t('manage.saved', { name }),
  };
  const dryRun = useWrite(contract.addStoreTemplate);
  const add = useWrite(contract.addStoreTemplate, done);
  const replace = useWrite(contract.replaceStoreTemplate, done);
  const chosen = trade ? { trade } : {};
  return {
    file,
    found,
    trade,
    setTrade,
    isSaving: add.pending || replace.pending,
    take: async (next: File) => {
      setFile(next);
      setFound(await dryRun.send({ file: next, dry_run: true }));
    },
    save: () => {
      if (!file) return null;
      return replaces ? replace.send({ id: replaces.id, file, ...chosen }) : add.send({ file, ...chosen });
    },
  };
}
