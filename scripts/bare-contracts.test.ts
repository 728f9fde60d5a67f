import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { bare } from './bare-contracts.ts';

const contract = `import { z } from 'zod/mini';
export const row = z.object({ id: z.string(), name: z.string() });
export const most = 40;
const link = (kind) => read('GET /v2/' + kind, { who: 'link', takes: z.object({ kind }), gives: row });
export const rows = read('GET /v2/rows', { who: 'public', takes: z.object({ q: z.string() }), gives: z.array(row), limit: { max: 3 } });
`;

test('a route loses its schemas and nothing else; constants may be left out when nobody asks for them', () => {
  const { program } = parseSync('contract.js', contract);
  expect(bare(contract, program as never)).toBe(`import { z } from 'zod/mini';
export const row = /*#__PURE__*/(() => (z.object({ id: z.string(), name: z.string() })))();
export const most = 40;
const link = (kind) => read('GET /v2/' + kind, { who: 'link', takes: undefined, gives: undefined });
export const rows = /*#__PURE__*/(() => (read('GET /v2/rows', { who: 'public', takes: undefined, gives: undefined, limit: { max: 3 } })))();
`);
});
