import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n.ts';
import { styleNonce } from '../../theme/theme.ts';
import classes from './rich-text-editor.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (html: string) => void;
  isWrong: boolean;
  minRows: number;
}

// Exactly what domain/text/rich-text.ts preserves: what a user can create is what is stored.
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['https', 'mailto'] },
  }),
];

/** The editor itself, in a separate file because its library is large. Use `RichTextField`. */
export function RichTextEditorBox(props: Props) {
  const { isWrong, minRows } = props;
  const editor = useHtmlEditor(props);
  return (
    <RichTextEditor
      editor={editor}
      labels={useLabels()}
      className={classes.box ?? ''}
      mod={{ wrong: isWrong }}
      __vars={{ '--rich-height': `${minRows * 22 + 24}px` }}
    >
      <Toolbar />
      <RichTextEditor.Content className={classes.content ?? ''} />
    </RichTextEditor>
  );
}

/** The library's editor, kept in step with the value of the field. */
function useHtmlEditor({ label, value, onChange, isWrong }: Props) {
  const lastValue = useRef(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const editor = useEditor({
    extensions,
    content: value,
    injectNonce: styleNonce(),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(isWrong ? { 'aria-invalid': 'true' } : {}),
      },
    },
    onUpdate: ({ editor: now }) => {
      lastValue.current = now.isEmpty ? '' : now.getHTML();
      latest.current(lastValue.current);
    },
  });
  useEffect(() => {
    // Another text from outside: changes were discarded, or saved and sanitized.
    if (editor && value !== lastValue.current) {
      lastValue.current = value;
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, value]);
  return editor;
}

function useLabels() {
  const t = useTranslation('web');
  return {
    boldControlLabel: t('rich.bold'),
    italicControlLabel: t('rich.italic'),
    h2ControlLabel: t('rich.heading2'),
    h3ControlLabel: t('rich.heading3'),
    bulletListControlLabel: t('rich.bulletList'),
    orderedListControlLabel: t('rich.orderedList'),
    linkControlLabel: t('rich.link'),
    unlinkControlLabel: t('rich.unlink'),
    linkEditorInputLabel: t('rich.linkAddress'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorSave: t('save'),
    undoControlLabel: t('rich.undo'),
    redoControlLabel: t('rich.redo'),
  };
}

function Toolbar() {
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}
