import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '../ui/layout/icons.ts';
import { useIsPhone } from '../ui/layout/use-is-phone.ts';
import type { Undoable } from './use-undo-keys.ts';

interface Props {
  editor: Undoable;
  state: { canUndo: boolean; canRedo: boolean };
  undo: string;
  redo: string;
}

/** The buttons that undo and redo the user's last step. */
export function UndoButtons({ editor, state: { canUndo, canRedo }, undo, redo }: Props) {
  const size = useIsPhone() ? 44 : 36;
  return (
    <>
      <ActionIcon
        variant="default"
        size={size}
        aria-label={undo}
        disabled={!canUndo}
        onClick={() => editor.undo()}
      >
        <IconArrowBackUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={size}
        aria-label={redo}
        disabled={!canRedo}
        onClick={() => editor.redo()}
      >
        <IconArrowForwardUp size={18} />
      </ActionIcon>
    </>
  );
}
