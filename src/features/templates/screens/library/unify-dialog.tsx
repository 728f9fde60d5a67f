import { Button, Checkbox, Group, Radio } from '@mantine/core';
import { useState } from 'react';
import { type SharedField, sharedFields } from '#domain/templates/comment-library.ts';
import { useRead, useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { type LibraryComment, listLibraryComments, shareWording } from '../../library-contract.ts';
import classes from './library.module.css';
import { type ComparedName, placeOf } from './library-page.tsx';
import { useUndoableChange } from './use-undoable-change.ts';

/** Compares the comments of one name, and gives all the wording of the one chosen. */
export function UnifyDialog({ of, onClose }: { of: ComparedName; onClose: () => void }) {
  const t = useTranslation('templates');
  const { name } = of;
  const kind = of.kind as 1 | 2 | 3;
  const comments = useRead(listLibraryComments, { name, kind, perPage: 100 });
  const [source, setSource] = useState<string | null>(null);
  const [fields, setFields] = useState<string[]>(['text']);
  const report = useUndoableChange();
  const share = useWrite(shareWording, {
    onDone: ({ op_ids }) => {
      report(op_ids);
      onClose();
    },
  });
  const rows = comments.data?.pageData ?? [];
  const to = rows.filter((row) => row.id !== source).map((row) => row.id);
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('library.compareTitle', { name })}
      width={760}
      locked={share.pending}
      isDirty={source !== null}
      footer={
        <Group justify="flex-end" flex={1}>
          <CancelButton disabled={share.pending} />
          <Button
            loading={share.pending}
            disabled={source === null || fields.length === 0 || to.length === 0}
            onClick={() =>
              source !== null && void share.send({ id: source, to, fields: fields as SharedField[] })
            }
          >
            {t('library.useEverywhere', { count: to.length })}
          </Button>
        </Group>
      }
    >
      <div className={classes.stack}>
        {comments.status === 'loading' && <LinesSkeleton lines={4} height={48} />}
        {comments.status === 'failed' && <ErrorState failure={comments.failure} onRetry={comments.retry} />}
        {comments.data && rows.length < 2 && <Notice tone="info" title={t('library.onlyOne')} />}
        {rows.length > 1 && (
          <>
            <Radio.Group label={t('library.source')} value={source} onChange={setSource}>
              <ul className={classes.changes}>
                {rows.map((row) => (
                  <Variant key={row.id} row={row} />
                ))}
              </ul>
            </Radio.Group>
            <Checkbox.Group label={t('library.fields')} value={fields} onChange={setFields}>
              <Group mt={6}>
                {sharedFields.map((field) => (
                  <Checkbox key={field} value={field} label={t(`library.field.${field}`)} />
                ))}
              </Group>
            </Checkbox.Group>
          </>
        )}
      </div>
    </GuardedDialog>
  );
}

function Variant({ row }: { row: LibraryComment }) {
  const t = useTranslation('templates');
  return (
    <li className={classes.change}>
      <Radio value={row.id} label={`${row.template.name} › ${row.section.name} › ${row.item.name}`} />
      <div className={classes.texts}>
        <span>{row.text || t('library.noText')}</span>
        <AppLink to={placeOf(row)}>{t('edit')}</AppLink>
      </div>
    </li>
  );
}
