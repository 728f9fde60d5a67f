import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconFolderSymlink } from '#web/ui/layout/icons.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { MovePhotosDialog } from './move-photos-dialog.tsx';
import { useMovePhotos } from './use-move-photos.ts';

/** Moves a photo to another item or comment: what dragging does with a mouse. */
export function MovePhotoButton({ photo, onMoved }: { photo: ReportMedia; onMoved: () => void }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const [isOpen, setOpen] = useState(false);
  const move = useMovePhotos();
  const sections = editor.state()?.content.sections ?? [];
  const own = sections.find((section) => section.items.some((item) => item.id === photo.item_id));
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFolderSymlink size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('photos.moveTo')}
      </Button>
      {isOpen && (
        <MovePhotosDialog
          count={1}
          section={own?.id ?? null}
          onChoose={(target) => {
            move([photo.id], target);
            setOpen(false);
            onMoved();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
