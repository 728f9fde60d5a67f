import { Button, Input, TextInput } from '@mantine/core';
import { type Editor, EditorContent, type JSONContent, useEditor, useEditorState } from '@tiptap/react';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { emptyRichText, isEmptyRichText, type RichText } from '#domain/text/rich-text.ts';
import { useOnLeave } from '../../editing/use-on-leave.ts';
import { useTranslation } from '../../i18n.ts';
import { IconBold, IconItalic, IconLink, IconList, IconListNumbers } from '../layout/icons.ts';
import classes from './autosave-rich-text-field.module.css';
import {
  fromEditorContent,
  normalizeLinkUrl,
  richTextExtensions,
  toEditorContent,
} from './rich-text-schema.ts';

interface Props {
  label: string;
  value: RichText | null;
  /** Called with the whole text after a short pause, on blur and on closing. */
  onCommit: (text: RichText) => void;
  disabled?: boolean;
  error?: ReactNode;
  description?: ReactNode;
  /** Buttons for two heading levels. */
  headings?: boolean;
  /** Tall enough for a document of several pages. */
  tall?: boolean;
  /** An additional row of the caller below the buttons. */
  more?: (editor: Editor) => ReactNode;
}

/** How long typing must pause before it is committed. */
const restMs = 250;

/**
 * A formatted text that saves itself, as a tree: bold, italic, links and lists. Other content (headings, placeholders)
 * is preserved. Adds a hundred kilobytes: only for parts that are loaded when opened.
 */
export function AutosaveRichTextField(props: Props) {
  const { label, value, onCommit, disabled, error, description, headings = false, tall, more } = props;
  const id = useId();
  const editor = useSavedEditor({ label, value, onCommit, ...(disabled ? { disabled } : {}) });
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      error={error}
      description={description}
    >
      <div className={classes.box} data-error={error ? true : undefined} data-tall={tall || undefined}>
        {!disabled && editor && <Tools editor={editor} label={label} headings={headings} />}
        {!disabled && editor && more?.(editor)}
        <EditorContent editor={editor} />
      </div>
    </Input.Wrapper>
  );
}

function useSavedEditor({
  label,
  value,
  onCommit,
  disabled = false,
}: Pick<Props, 'label' | 'value' | 'onCommit' | 'disabled'>) {
  const canonical = useMemo(() => written(value), [value]);
  const committed = useRef(canonical);
  const timer = useRef<Timer>(undefined);
  const hasMissed = useRef(false);
  const latest = useRef<() => void>(() => {});
  const editor = useTreeEditor({ label, value, disabled }, latest, timer);
  const take = () => {
    committed.current = canonical;
    if (editor && canonical !== written(editor.getJSON()))
      editor.commands.setContent(toEditorContent(value), { emitUpdate: false });
  };
  latest.current = () => {
    // Nothing was typed.
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!editor || editor.isDestroyed) return;
    const text = fromEditorContent(editor.getJSON());
    const now = written(text);
    const missed = hasMissed.current;
    hasMissed.current = false;
    if (now !== committed.current) {
      committed.current = now;
      onCommit(text);
    } else if (missed) take();
  };
  const latestTake = useRef(take);
  latestTake.current = take;
  useEffect(() => {
    // Another user changed it, or a conflict was resolved. Uncommitted text stays and is committed over it: the history
    // has both.
    if (!editor || canonical === committed.current) return;
    if (timer.current === undefined) latestTake.current();
    else hasMissed.current = true;
  }, [canonical, editor]);
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);
  useOnLeave(latest);
  return editor;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** The library's editor. Runs `commit` after a pause in typing and on blur; `timer` is set while text is uncommitted. */
function useTreeEditor(
  { label, value, disabled }: { label: string; value: RichText | null; disabled: boolean },
  commit: RefObject<() => void>,
  timer: RefObject<Timer>,
) {
  return useEditor({
    extensions: richTextExtensions,
    content: toEditorContent(value),
    editable: !disabled,
    // Its style element would need a nonce; our styles are in a file.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: classes.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
    },
    onUpdate: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => commit.current(), restMs);
    },
    onBlur: () => commit.current(),
  });
}

/** Serializes a tree independently of its key order (the database has its own); spaces alone are an empty text. */
function written(tree: JSONContent | RichText | null): string {
  const text = tree === null ? emptyRichText : fromEditorContent(tree as JSONContent);
  return JSON.stringify(isEmptyRichText(text) ? emptyRichText : text);
}

function Tools({ editor, label, headings }: { editor: Editor; label: string; headings: boolean }) {
  const t = useTranslation('web');
  const [linking, setLinking] = useState<string | null>(null);
  const is = useActiveMarks(editor);
  const run = () => editor.chain().focus();
  const tools: Tool[] = [
    ...(headings ? headingTools(editor, is) : []),
    ['richText.bold', is.bold, <IconBold key="i" {...iconProps} />, () => run().toggleBold().run()],
    ['richText.italic', is.italic, <IconItalic key="i" {...iconProps} />, () => run().toggleItalic().run()],
    [
      'richText.bullets',
      is.bullets,
      <IconList key="i" {...iconProps} />,
      () => run().toggleBulletList().run(),
    ],
    [
      'richText.numbers',
      is.numbers,
      <IconListNumbers key="i" {...iconProps} />,
      () => run().toggleOrderedList().run(),
    ],
    ['richText.link', is.link, <IconLink key="i" {...iconProps} />, () => setLinking(is.href)],
  ];
  return (
    <>
      <div className={classes.tools} role="toolbar" aria-label={t('richText.tools', { name: label })}>
        {tools.map(([name, isOn, icon, act]) => (
          <button
            key={name}
            type="button"
            className={classes.tool}
            aria-pressed={isOn}
            aria-label={t(name)}
            title={t(name)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={act}
          >
            {icon}
          </button>
        ))}
      </div>
      {linking !== null && <LinkLine editor={editor} href={linking} onDone={() => setLinking(null)} />}
    </>
  );
}

/** A button: the key of its label, whether it is on, what it shows and what it does. */
type Tool = [string, boolean, ReactNode, () => void];

const iconProps = { size: 18, 'aria-hidden': true } as const;

function headingTools(editor: Editor, is: { heading2: boolean; heading3: boolean }): Tool[] {
  const toggle = (level: 2 | 3) => () => editor.chain().focus().toggleHeading({ level }).run();
  return [
    ['rich.heading2', is.heading2, 'H1', toggle(2)],
    ['rich.heading3', is.heading3, 'H2', toggle(3)],
  ];
}

/** What the selected text is, updated with the selection. */
function useActiveMarks(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      heading2: now.isActive('heading', { level: 2 }),
      heading3: now.isActive('heading', { level: 3 }),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      link: now.isActive('link'),
      href: String(now.getAttributes('link').href ?? ''),
    }),
  });
}

// A line below the buttons instead of a window: on a phone it stays within reach of the thumb.
function LinkLine({ editor, href, onDone }: { editor: Editor; href: string; onDone: () => void }) {
  const t = useTranslation('web');
  const [typed, setTyped] = useState(href);
  const [isWrong, setWrong] = useState(false);
  const use = () => {
    const at = normalizeLinkUrl(typed);
    if (typed.trim() !== '' && at === null) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (at === null) chain.unsetLink().run();
    else if (editor.state.selection.empty && href === '')
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href: at } }] })
        .run();
    else chain.setLink({ href: at }).run();
    onDone();
  };
  return (
    <div className={classes.link}>
      <TextInput
        className={classes.grow ?? ''}
        aria-label={t('richText.address')}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            use();
          }
          if (event.key === 'Escape') {
            event.stopPropagation();
            onDone();
          }
        }}
        error={isWrong && t('richText.wrongAddress')}
      />
      <Button variant="default" onClick={use}>
        {t(typed.trim() === '' ? 'richText.unlink' : 'richText.useLink')}
      </Button>
    </div>
  );
}
