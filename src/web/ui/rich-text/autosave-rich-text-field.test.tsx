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

let told: string[];
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
        told.push(toPlainText(next));
        setValue(isEmptyRichText(next) ? null : next);
      }}
      more={(one) => {
        editor = one;
        return null;
      }}
    />
  );
}

function opened(first: RichText | null) {
  told = [];
  render(
    <Providers queries={createQueryClient()}>
      <Kept first={first} />
    </Providers>,
  );
}

const words = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** As the database gives it back: keys by length, then by letter. */
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
const elsewhere = (value: RichText | null) => act(() => write(value));
const shown = () => screen.getByRole('textbox').textContent;

test('the same text in the key order of the database is no news: neither words nor caret are touched', () => {
  opened(null);
  type('Roof');
  rest();
  act(() => {
    editor.commands.setTextSelection(2);
  });
  const before = editor.state.doc;
  expect(JSON.stringify(fromDatabase(words('Roof')))).not.toBe(JSON.stringify(words('Roof')));
  elsewhere(fromDatabase(words('Roof')));
  expect([editor.state.doc === before, editor.state.selection.from]).toEqual([true, 2]);
  type(' leaks');
  // An older state of the same words arrives while one goes on.
  elsewhere(fromDatabase(words('Roof')));
  expect(shown()).toBe('Roof leaks');
  rest();
  expect(told).toEqual(['Roof', 'Roof leaks']);
});

test('opened in the key order of the database it says nothing on closing', () => {
  opened(fromDatabase(words('Roof')));
  cleanup();
  expect(told).toEqual([]);
});

test('another text from elsewhere is shown where nothing is being typed', () => {
  opened(words('Roof'));
  elsewhere(words('Theirs'));
  expect([shown(), told]).toEqual(['Theirs', []]);
  elsewhere(null);
  rest();
  expect([shown(), told]).toEqual(['', []]);
});

test('words that were told to nobody yet stay over a text from elsewhere, and are told then', () => {
  opened(words('Roof'));
  type(' leaks');
  elsewhere(words('Theirs'));
  expect(shown()).toBe('Roof leaks');
  rest();
  expect([shown(), told]).toEqual(['Roof leaks', ['Roof leaks']]);
});

test('who typed and took it back reads what came from elsewhere meanwhile', () => {
  opened(words('Roof'));
  type('!');
  act(() => void editor.commands.undo());
  elsewhere(words('Theirs'));
  rest();
  expect([shown(), told]).toEqual(['Theirs', []]);
});

test('a text that begins with a space keeps it, though spaces alone are kept as no text', () => {
  opened(words('x'));
  act(() => void editor.commands.setContent(words(' ')));
  rest();
  type('Roof');
  rest();
  expect([shown(), told]).toEqual([' Roof', [' ', ' Roof']]);
});
