import { Button, Group } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Removal } from '../../editing-contract.ts';
import type { EditorState, Refused } from '../work/editor-types.ts';
import type { UploadingMedia } from '../work/photo-uploads.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';
import { useOpWords } from './op-words.ts';
import { WaitingTile } from './photos/media-tiles.tsx';

interface Kept {
  removed: Removal;
  changes: Refused[];
  photos: UploadingMedia[];
}

/** What the user wrote and photographed for something that someone else has deleted: restored with it, or discarded. */
export function RemovedTray({ state }: { state: EditorState }) {
  return keptByPart(state).map((kept) => (
    <KeptNotice key={kept.removed.id} kept={kept} timezone={state.report.appointment.timezone} />
  ));
}

function keptByPart({ refused, photos }: EditorState): Kept[] {
  const found = new Map<string, Kept>();
  const of = (removed: Removal): Kept => {
    const kept = found.get(removed.id) ?? { removed, changes: [], photos: [] };
    found.set(removed.id, kept);
    return kept;
  };
  for (const each of refused) if (each.removed) of(each.removed).changes.push(each);
  for (const photo of photos) if (photo.removed) of(photo.removed).photos.push(photo);
  return [...found.values()];
}

function KeptNotice({
  kept: { removed, changes, photos },
  timezone,
}: {
  kept: Kept;
  timezone: EditorState['report']['appointment']['timezone'];
}) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { editor } = useEditorTools();
  const wordsOf = useOpWords();
  const { name } = removed;
  const by = removed.by || t('conflict.someone');
  async function discard() {
    const [title, text] = [t('removed.sure'), t('removed.sureText', { name })];
    if (await confirm({ title, text, yes: t('removed.discard'), destroys: true }))
      editor.discardRemoved(removed);
  }
  return (
    <Notice
      tone="warn"
      isNews
      title={t('removed.title', { name, by, time: format.dateTime(removed.at, timezone) })}
      action={
        <Group gap={8}>
          <Button size="compact-md" variant="default" onClick={() => editor.restoreRemoved(removed)}>
            {t('removed.restore')}
          </Button>
          <Button size="compact-md" variant="default" onClick={() => void discard()}>
            {t('removed.discard')}
          </Button>
        </Group>
      }
    >
      {t('removed.hint')}
      {changes.map(({ op }) => (
        <div key={op.op_id}>{wordsOf(op)}</div>
      ))}
      {photos.length > 0 && (
        <section className={classes.photos} aria-label={t('removed.photos', { count: photos.length })}>
          {photos.map((photo) => (
            <WaitingTile key={photo.media_id} photo={photo} />
          ))}
        </section>
      )}
    </Notice>
  );
}
