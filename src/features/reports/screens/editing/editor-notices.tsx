import { Button } from '@mantine/core';
import { sortByPosition } from '#domain/base/ordered.ts';
import { fullMessage } from '#domain/reports/operations/content-parts.ts';
import { unknownLocationMessage } from '#domain/reports/operations/media-ops.ts';
import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { ConflictNotice, RefusedNotice } from '#web/editing/change-notices.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { EditorState } from '../work/editor-types.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';
import { useOpWords } from './op-words.ts';
import { RemovedTray } from './removed-tray.tsx';

/** What the user must know or decide: what is not stored, conflicting fields, and text that could not be saved. */
export function EditorNotices({ state }: { state: EditorState }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { editor } = useEditorTools();
  const wordsOf = useOpWords();
  const { conflicts, refused, stopped, content, report } = state;
  return (
    <div className={classes.notices}>
      <UnstoredWordsNotice state={state} />
      {stopped && (
        <Notice tone="bad" isNews title={t('stopped.title')}>
          {stopped.length > 0 && t('stopped.hint')}
          {stopped.map((op) => (
            <div key={op.op_id}>{wordsOf(op)}</div>
          ))}
        </Notice>
      )}
      <RemovedTray state={state} />
      {conflicts.map(({ op, by, at }) => (
        <ConflictNotice
          key={op.op_id}
          title={t('conflict.title', { by: by || t('conflict.someone'), what: nameOf(content, op) })}
          mine={t('conflict.mine')}
          theirs={t('conflict.theirs')}
          onMine={() => editor.keepMine(op.op_id)}
          onTheirs={() => editor.takeTheirs(op.op_id)}
        >
          {t('conflict.hint', { time: format.time(at, report.appointment.timezone) })} {wordsOf(op)}
        </ConflictNotice>
      ))}
      {refused
        .filter(({ removed }) => !removed)
        .map(({ op, reason }) => (
          <RefusedNotice
            key={op.op_id}
            title={reason in messageKeys ? t(messageKeys[reason] ?? '') : reason}
            dismiss={t('conflict.dismiss')}
            onDismiss={() => editor.dismiss(op.op_id)}
          >
            {wordsOf(op)}
          </RefusedNotice>
        ))}
    </div>
  );
}

/** Says that the last words are neither on this device nor on the server. */
function UnstoredWordsNotice({ state: { device, photos } }: { state: EditorState }) {
  const t = useTranslation('reports');
  const web = useTranslation('web');
  const { editor } = useEditorTools();
  if (device !== 'failed' || photos.some(({ isStored }) => !isStored)) return null;
  return (
    <Notice
      tone="bad"
      isNews
      title={t('unstored.words')}
      action={
        <Button size="compact-md" variant="default" onClick={() => editor.storeAgain()}>
          {web('retry')}
        </Button>
      }
    >
      {t('unstored.hint')}
    </Notice>
  );
}

/** Translates the domain's English messages; messages already translated by the server stay as they are. */
const messageKeys: Readonly<Record<string, string>> = {
  'This was removed from the report': 'refused.gone',
  'This report doesn’t use that rating': 'refused.rating',
  'The minimum cost is higher than the maximum': 'refused.costs',
  [unknownLocationMessage]: 'refused.location',
  [fullMessage]: 'refused.full',
};

function nameOf(content: ReportContent, op: ReportOp): string {
  const items = sortByPosition(content.sections).flatMap((section) => section.items);
  if ('comment_id' in op)
    return items.flatMap((item) => item.comments).find((one) => one.id === op.comment_id)?.name ?? '';
  if ('item_id' in op) return items.find((item) => item.id === op.item_id)?.name ?? '';
  return '';
}
