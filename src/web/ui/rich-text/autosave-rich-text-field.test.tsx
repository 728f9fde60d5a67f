import { act, cleanup, render, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isEmptyRichText, type RichText, toPlainText } from '#domain/text/rich-text.ts';
import { createQueryClient } from '../../api.ts';
import { startI18n } from '../../i18n.ts';
import { Providers } from '../../providers.tsx';
import { AutosaveRichTextField } from './autosave-rich-text-field.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let committed: string[];
let write: (next: RichText | null) => void;
let editor: Editor;

function Kept({ first }: { first: RichText | null }) {
  const [value, setValue] = useState(first);
  write = setValue;
  return (
    <AutosaveRichTextField
      label="Text"
      value={value}
      onCommit={(next) => {
        committed.push(toPlainText(next));
        setValue(isEmptyRichText(next) ? null : next);
      }}
      more={(one) => {
        editor = one;
        return null;
      }}
    />
  );
}

function open(first: RichText | null) {
  committed = [];
  render(
    <Providers queries={createQueryClient()}>
      <Kept first={first} />
    </Providers>,
  );
}

const treeOf = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** As the database returns it: keys sorted by length, then alphabetically. */
function fromDatabase(tree: RichText): RichText {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const keys = Object.entries(value).sort(([a], [b]) => a.length - b.length || a.localeCompare(b));
    return Object.fromEntries(keys.map(([key, inner]) => [key, sorted(inner)]));
  };
  return sorted(tree) as RichText;
}

const type = (text: string) =>
  act(() => void editor.commands.insertContentAt(editor.state.doc.content.size - 1, text));
const rest = () => act(() => void vi.advanceTimersByTime(300));
const setFromOutside = (value: RichText | null) => act(() => write(value));
const shown = () => screen.getByRole('textbox').textContent;

test('ignores the same text in the key order of the database, and preserves text and caret', () => {
  open(null);
  type('Roof');
  rest();
  act(() => {
    editor.commands.setTextSelection(2);
  });
  const before = editor.state.doc;
  expect(JSON.stringify(fromDatabase(treeOf('Roof')))).not.toBe(JSON.stringify(treeOf('Roof')));
  setFromOutside(fromDatabase(treeOf('Roof')));
  expect([editor.state.doc === before, editor.state.selection.from]).toEqual([true, 2]);
  type(' leaks');
  // An older version of the same text arrives while typing continues.
  setFromOutside(fromDatabase(treeOf('Roof')));
  expect(shown()).toBe('Roof leaks');
  rest();
  expect(committed).toEqual(['Roof', 'Roof leaks']);
});

test('commits nothing on closing after opening in the key order of the database', () => {
  open(fromDatabase(treeOf('Roof')));
  cleanup();
  expect(committed).toEqual([]);
});

test('shows another text from outside if nothing is being typed', () => {
  open(treeOf('Roof'));
  setFromOutside(treeOf('Theirs'));
  expect([shown(), committed]).toEqual(['Theirs', []]);
  setFromOutside(null);
  rest();
  expect([shown(), committed]).toEqual(['', []]);
});

test('keeps uncommitted text over a text from outside, and commits it then', () => {
  open(treeOf('Roof'));
  type(' leaks');
  setFromOutside(treeOf('Theirs'));
  expect(shown()).toBe('Roof leaks');
  rest();
  expect([shown(), committed]).toEqual(['Roof leaks', ['Roof leaks']]);
});

test('shows a text from outside after typing was undone', () => {
  open(treeOf('Roof'));
  type('!');
  act(() => void editor.commands.undo());
  setFromOutside(treeOf('Theirs'));
  rest();
  expect([shown(), committed]).toEqual(['Theirs', []]);
});

test('preserves a leading space, while a text of spaces alone is stored as empty', () => {
  open(treeOf('x'));
  act(() => void editor.commands.setContent(treeOf(' ')));
  rest();
  type('Roof');
  rest();
  expect([shown(), committed]).toEqual([' Roof', [' ', ' Roof']]);
});
