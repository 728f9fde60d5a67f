import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../..');
const sheets = join(source, '../node_modules/@mantine/core/styles');

/** Components built from others, whose styles they need too. */
const madeOf: Record<string, readonly string[]> = {
  ActionIcon: ['UnstyledButton', 'Loader'],
  Anchor: ['Text'],
  Button: ['UnstyledButton', 'Loader'],
  Checkbox: ['InlineInput', 'Input'],
  CloseButton: ['UnstyledButton', 'ActionIcon'],
  Combobox: ['Popover', 'ScrollArea', 'Input'],
  Drawer: ['ModalBase', 'Paper', 'Overlay', 'CloseButton', 'ScrollArea', 'UnstyledButton'],
  Modal: ['ModalBase', 'Paper', 'Overlay', 'CloseButton', 'ScrollArea', 'UnstyledButton'],
  NumberInput: ['Input', 'UnstyledButton'],
  PasswordInput: ['Input', 'ActionIcon', 'UnstyledButton'],
  Radio: ['InlineInput', 'Input'],
  SegmentedControl: ['FloatingIndicator'],
  Select: ['Combobox', 'Popover', 'ScrollArea', 'Input', 'CloseButton', 'UnstyledButton'],
  Switch: ['InlineInput'],
  Tabs: ['UnstyledButton'],
  TextInput: ['Input'],
  Textarea: ['Input'],
  Title: [],
  Tooltip: ['Popover'],
  FileInput: ['Input'],
  Menu: ['Popover', 'UnstyledButton'],
  Pill: ['UnstyledButton', 'CloseButton'],
  PillsInput: ['Input'],
};

test('imports the styles of exactly the components that public pages use', () => {
  const used = new Set(
    [...filesOf('#app/start-public.tsx')].flatMap((file) => componentsIn(readFileSync(file, 'utf8'))),
  );
  const needed = new Set([...used].flatMap((name) => [name, ...(madeOf[name] ?? [])]));
  const code = readFileSync(join(import.meta.dirname, 'public-styles.ts'), 'utf8');
  const listed = [...code.matchAll(/styles\/([A-Z]\w+)\.layer/g)].map((found) => found[1]);
  const withSheet = [...needed].filter((name) => existsSync(join(sheets, `${name}.layer.css`)));
  expect(used.size).toBeGreaterThan(5);
  expect(listed.sort()).toEqual(withSheet.sort());
});

/** The files that an entry imports, statically or lazily. */
function filesOf(entry: string, from = source, seen = new Set<string>()): Set<string> {
  const file = resolved(entry, from);
  if (!file || seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  for (const [, path = ''] of code.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g))
    filesOf(path, dirname(file), seen);
  return seen;
}

function resolved(path: string, from: string): string | null {
  const file = path.startsWith('#') ? join(source, path.slice(1)) : join(from, path);
  return /\.tsx?$/.test(file) && existsSync(file) ? file : null;
}

function componentsIn(code: string): string[] {
  return [...code.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]
    .flatMap((found) => (found[1] ?? '').split(','))
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]/.test(name));
}
