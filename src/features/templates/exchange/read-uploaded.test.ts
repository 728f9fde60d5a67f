import { expect, test } from 'vitest';
import { longestStretch } from '#testing/longest-stretch.ts';
import { templateFileMaxBytes } from '../exchange-contract.ts';
import { readTemplateBytes } from './read-file.ts';
import { readUploadedFile, unpack } from './read-uploaded.ts';

/** The most comments that a template may have. */
const rows = 10_000;
const header = 'Section,Item,Comment,Text';
const table = [
  header,
  ...Array.from(
    { length: rows },
    (_, n) => `S${n % 20},I${n % 300},Comment ${n},${'<p>Long <b>text</b></p>'.repeat(20)}`,
  ),
].join('\n');

test('the largest file takes hardly any time of the process that answers requests', async () => {
  const bytes = new TextEncoder().encode(table);
  expect(bytes.byteLength).toBeLessThan(templateFileMaxBytes);
  const began = process.threadCpuUsage();
  const here = readTemplateBytes({ bytes, name: 'a.csv', mapping: {}, words: {}, encoding: undefined });
  const { user } = process.threadCpuUsage(began);
  const { made, ms } = await longestStretch(async () => {
    const read = await readUploadedFile('a', new File([table], 'a.csv'));
    return { ...read, content: await unpack(read.packed) };
  });
  expect(made.report).toEqual(here.report);
  expect(ms).toBeLessThan(user / 1000 / 4);
}, 60_000);
