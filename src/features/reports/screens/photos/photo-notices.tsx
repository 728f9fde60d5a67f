import { Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { EditorState } from '../work/editor-types.ts';
import { useEditorTools } from '../work/use-report-editor.ts';

const mostNames = 20;

/** Names the photos that this device could not store: they are lost if the page is closed before they are uploaded. */
export function UnstoredPhotosNotice({ state }: { state: EditorState }) {
  const t = useTranslation('reports');
  const web = useTranslation('web');
  const { editor } = useEditorTools();
  const names = state.photos.filter((photo) => !photo.isStored).map((photo) => photo.name);
  if (names.length === 0) return null;
  const listed = [...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])].join(', ');
  return (
    <Notice
      tone="warn"
      isNews
      title={t('photos.notStored', { count: names.length, names: listed })}
      action={
        <Button size="compact-md" variant="default" onClick={() => void editor.storePhotosAgain()}>
          {web('retry')}
        </Button>
      }
    >
      {t('photos.notStoredHint')}
    </Notice>
  );
}
