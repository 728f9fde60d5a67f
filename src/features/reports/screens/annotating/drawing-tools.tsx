import type { ReactNode } from 'react';
import type { PhotoEdit } from '#domain/reports/photos/photo-marks.ts';
import { useTranslation } from '#web/i18n.ts';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconCircle,
  IconCrop,
  IconHandMove,
  IconLetterT,
  IconRotateClockwise,
  IconScribble,
  IconSquare,
  IconTrash,
} from '#web/ui/layout/icons.ts';
import classes from './annotating.module.css';
import { type LineWidth, lineWidths, type Tool } from './mark-moves.ts';
import type { Annotating } from './use-annotating.ts';
import type { LookHistory } from './use-look.ts';

const tools: readonly (readonly [Tool, typeof IconCircle])[] = [
  ['move', IconHandMove],
  ['arrow', IconArrowUpRight],
  ['ellipse', IconCircle],
  ['rect', IconSquare],
  ['text', IconLetterT],
  ['path', IconScribble],
];

const colors = {
  red: '#e03131',
  yellow: '#fcc419',
  green: '#37b24d',
  blue: '#1c7ed6',
  white: '#ffffff',
  black: '#1a1b1e',
} as const;

/** The tools, the pen, and what can be done with the selected mark: two rows within reach of a thumb. */
export function DrawingTools(props: { history: LookHistory; annotating: Annotating; onCrop: () => void }) {
  const { history, annotating } = props;
  const t = useTranslation('reports');
  const { tool, color, width, selected } = annotating;
  const rotate = () => {
    annotating.endTyping();
    history.change({ edit: rotated(history.look.edit) });
  };
  return (
    <>
      <div className={classes.tools} role="toolbar" aria-label={t('annotate.tools')}>
        {tools.map(([name, Icon]) => (
          <ToolButton
            key={name}
            label={t(`annotate.tool.${name}`)}
            isPressed={tool === name}
            onClick={() => annotating.chooseTool(name)}
          >
            <Icon size={22} aria-hidden />
          </ToolButton>
        ))}
        <ToolButton label={t('annotate.crop')} onClick={props.onCrop}>
          <IconCrop size={22} aria-hidden />
        </ToolButton>
        <ToolButton label={t('annotate.rotate')} onClick={rotate}>
          <IconRotateClockwise size={22} aria-hidden />
        </ToolButton>
      </div>
      <div className={classes.tools} role="toolbar" aria-label={t('annotate.colors')}>
        {(Object.keys(colors) as (keyof typeof colors)[]).map((name) => (
          <ToolButton
            key={name}
            label={t(`annotate.color.${name}`)}
            isPressed={color === colors[name]}
            onClick={() => annotating.chooseColor(colors[name])}
          >
            <span className={classes.swatch} style={{ background: colors[name] }} />
          </ToolButton>
        ))}
        <ToolButton
          label={t(`annotate.width.${width}`)}
          onClick={() => annotating.chooseWidth(nextWidth(width))}
        >
          <span className={classes.line} data-width={width} />
        </ToolButton>
        <ToolButton
          label={t('annotate.delete')}
          isDisabled={selected === null}
          onClick={() => selected !== null && annotating.remove(selected)}
        >
          <IconTrash size={22} aria-hidden />
        </ToolButton>
      </div>
    </>
  );
}

/** Undo and redo, for the head of the dialog. */
export function StepButtons({ history }: { history: LookHistory }) {
  const t = useTranslation('reports');
  return (
    <span className={classes.steps}>
      <ToolButton label={t('annotate.undo')} isDisabled={!history.canUndo} onClick={history.undo}>
        <IconArrowBackUp size={22} aria-hidden />
      </ToolButton>
      <ToolButton label={t('annotate.redo')} isDisabled={!history.canRedo} onClick={history.redo}>
        <IconArrowForwardUp size={22} aria-hidden />
      </ToolButton>
    </span>
  );
}

function ToolButton(props: {
  label: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.isPressed}
      // Stays focusable: a button that goes while it is pressed would take the focus along.
      aria-disabled={props.isDisabled || undefined}
      onClick={() => !props.isDisabled && props.onClick()}
    >
      {props.children}
    </button>
  );
}

function nextWidth(width: LineWidth): LineWidth {
  const names = Object.keys(lineWidths) as LineWidth[];
  return names[(names.indexOf(width) + 1) % names.length] ?? 'medium';
}

function rotated(edit: PhotoEdit | null): PhotoEdit {
  const rotation = (((edit?.rotation ?? 0) + 90) % 360) as PhotoEdit['rotation'];
  return { rotation, crop: edit?.crop ?? null };
}
