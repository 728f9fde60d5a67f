import { Button, Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import {
  markLimits,
  type PhotoEdit,
  type PhotoMark,
  tooManyMarks,
  tooManyPoints,
} from '#domain/reports/photos/photo-marks.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { useCloseOnBack } from '#web/ui/dialog/use-close-on-back.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { DrawnPhoto } from '../parts/shown-photo.tsx';
import classes from './annotating.module.css';
import { CropStage } from './crop-stage.tsx';
import { DrawingCanvas } from './drawing-canvas.tsx';
import { DrawingTools, StepButtons } from './drawing-tools.tsx';
import { type Annotating, useAnnotating } from './use-annotating.ts';
import { type LookHistory, useLook } from './use-look.ts';
import { usePhotoSize } from './use-photo-size.ts';

interface Props {
  /** The marks and the crop as they are stored now. */
  photo: { annotations: readonly PhotoMark[]; edit?: PhotoEdit | null | undefined };
  /** The address of the original. */
  src: string | null;
  onChange: (changes: { annotations: PhotoMark[]; edit: PhotoEdit | null }) => void;
  onClose: () => void;
}

/**
 * Draws on a photo, crops and rotates it. Each step is stored at once, like every change of the editor, and can be undone;
 * the photo itself stays as it was taken.
 */
export function AnnotateDialog({ photo, src, onChange, onClose }: Props) {
  const t = useTranslation('reports');
  const size = usePhotoSize(src);
  if (size && src)
    return <Editor photo={{ ...photo, ...size }} src={src} onChange={onChange} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('annotate.title')} width={1000}>
      <div className={classes.empty}>
        {size === null && <Notice tone="info" title={t('annotate.unreadable')} />}
      </div>
    </Dialog>
  );
}

function Editor({ photo, src, onChange, onClose }: Props & { photo: DrawnPhoto; src: string }) {
  const t = useTranslation('reports');
  const history = useLook({ annotations: photo.annotations, edit: photo.edit ?? null }, onChange);
  const annotating = useAnnotating(history, photo);
  const [isCropping, setCropping] = useState(false);
  // A text that is being typed is a step as well.
  const stepped = (step: () => void) => () => {
    annotating.endTyping();
    step();
  };
  const close = stepped(onClose);
  useCloseOnBack(close);
  if (isCropping)
    return (
      <CropStage
        photo={photo}
        src={src}
        onClose={() => setCropping(false)}
        onApply={(edit) => {
          history.change({ edit });
          setCropping(false);
        }}
      />
    );
  return (
    <Dialog
      opened
      onClose={close}
      title={t('annotate.title')}
      width={1000}
      flush
      headerExtra={<StepButtons history={history} />}
      footer={<Footer history={history} annotating={annotating} onDone={close} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z is pressed somewhere in the drawing or on its tools */}
      <div onKeyDown={(event) => onStepKey(event, history)}>
        <div className={classes.stage}>
          <DrawingCanvas photo={photo} src={src} annotating={annotating} />
        </div>
        <div className={classes.panel}>
          <TypedText annotating={annotating} />
          <DrawingTools history={history} annotating={annotating} onCrop={stepped(() => setCropping(true))} />
          <p className={classes.hint}>{t(`annotate.hint.${hintFor(annotating)}`)}</p>
          {history.problem && (
            <Notice tone="bad" title={t(`annotate.problem.${problemOf(history.problem)}`)} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Ctrl or Command with Z and Y. In a field they undo what was typed. */
function onStepKey(event: KeyboardEvent, history: LookHistory): void {
  const { key, ctrlKey, metaKey, shiftKey, target } = event;
  if (!(ctrlKey || metaKey) || target instanceof HTMLInputElement) return;
  const pressed = key.toLowerCase();
  if (pressed !== 'z' && pressed !== 'y') return;
  event.preventDefault();
  if (pressed === 'y' || shiftKey) history.redo();
  else history.undo();
}

function hintFor({ tool, selected }: Annotating): 'draw' | 'text' | 'move' {
  if (tool === 'move' || selected !== null) return 'move';
  return tool === 'text' ? 'text' : 'draw';
}

function problemOf(message: string): 'marks' | 'points' | 'other' {
  if (message === tooManyMarks) return 'marks';
  return message === tooManyPoints ? 'points' : 'other';
}

/** The field for the letters of a text mark; they are shown on the photo while they are typed. */
function TypedText({ annotating }: { annotating: Annotating }) {
  const t = useTranslation('reports');
  const { typing } = annotating;
  if (!typing) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        annotating.endTyping();
      }}
    >
      <TextInput
        autoFocus
        aria-label={t('annotate.text')}
        placeholder={t('annotate.text')}
        maxLength={markLimits.text}
        value={typing.mark.text ?? ''}
        onChange={(event) => annotating.type(event.currentTarget.value)}
        onBlur={annotating.endTyping}
      />
    </form>
  );
}

function Footer(props: { history: LookHistory; annotating: Annotating; onDone: () => void }) {
  const { history, annotating } = props;
  const t = useTranslation('reports');
  const { annotations, edit } = history.look;
  return (
    <Group className={classes.footer}>
      <Button
        variant="default"
        disabled={annotations.length === 0}
        onClick={() => {
          annotating.select(null);
          history.change({ annotations: [] });
        }}
      >
        {t('annotate.removeAll')}
      </Button>
      {edit?.crop && (
        <Button variant="default" onClick={() => history.change({ edit: { ...edit, crop: null } })}>
          {t('annotate.undoCrop')}
        </Button>
      )}
      <span className={classes.grow} />
      <Button onClick={props.onDone}>{t('annotate.done')}</Button>
    </Group>
  );
}
