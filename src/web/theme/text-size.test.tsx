import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Checkbox, MantineProvider, Switch, TextInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { themeFor } from './theme.ts';

const smallest = 12;
const sizeInPixels = /(?:font-size:|fontSize[:=]|\bfz[:=])\s*[{'"]*(\d+(?:\.\d+)?)(?:px)?(?=[\s;,'"}])/g;

function tooSmall(text: string): string[] {
  return [...text.matchAll(sizeInPixels)]
    .filter(([, size]) => Number(size) < smallest)
    .map(([found]) => found);
}

test('finds a size below 12px however it is written', () => {
  const small = [
    'font-size: 11px;',
    'fontSize: 11 }',
    'fontSize={10}',
    "fontSize: '9.5px'",
    'fz={11}',
    'fz="11px"',
  ];
  for (const text of small) expect(tooSmall(text), text).toHaveLength(1);
  for (const text of ['font-size: 12px;', 'fontSize: 13,', 'fz="xs"'])
    expect(tooSmall(text), text).toEqual([]);
});

test('no text is smaller than 12px', () => {
  const folder = join(import.meta.dirname, '../..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(css|tsx)$/.test(file) && !file.endsWith('.test.tsx'),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    tooSmall(readFileSync(join(folder, file), 'utf8')).map((size) => `${file} ${size}`),
  );
  expect(found).toEqual([]);
});

test('help and error texts of every kind of field take the smallest size of the theme, also in small fields', () => {
  const theme = themeFor('orange', { close: 'Close' });
  expect(theme.fontSizes?.xs).toBe(`${smallest}px`);
  render(
    <MantineProvider theme={theme}>
      <TextInput label="a" description="help of a text" error="error of a text" />
      <TextInput label="b" size="xs" description="help of a small text" />
      <Switch label="c" description="help of a switch" error="error of a switch" />
      <Checkbox label="d" size="xs" description="help of a checkbox" />
    </MantineProvider>,
  );
  for (const text of ['text', 'small text', 'switch', 'checkbox']) {
    const { style } = screen.getByText(`help of a ${text}`);
    expect(style.getPropertyValue('--input-description-size'), text).toBe('var(--mantine-font-size-xs)');
  }
  for (const text of ['text', 'switch']) {
    const { style } = screen.getByText(`error of a ${text}`);
    expect(style.getPropertyValue('--input-error-size'), text).toBe('var(--mantine-font-size-xs)');
  }
});
