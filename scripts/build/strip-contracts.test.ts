import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { stripContract } from './strip-contracts.ts';

const contract = `import { z } from 'zod/mini';
export const row = z.object({ id: z.string(), name: z.string() });
export const most = 40;
const link = (kind) => read('GET /v2/' + kind, { access: 'link', input: z.object({ kind }), output: row });
export const rows = read('GET /v2/rows', { access: 'public', input: z.object({ q: z.string() }), output: z.array(row), limit: { max: 3 } });
`;

test('strips only the schemas from a route and lets unused constants be dropped', () => {
  const { program } = parseSync('contract.js', contract);
  expect(stripContract(contract, program as never)).toBe(`import { z } from 'zod/mini';
export const row = /*#__PURE__*/(() => (z.object({ id: z.string(), name: z.string() })))();
export const most = 40;
const link = (kind) => read('GET /v2/' + kind, { access: 'link', input: undefined, output: undefined });
export const rows = /*#__PURE__*/(() => (read('GET /v2/rows', { access: 'public', input: undefined, output: undefined, limit: { max: 3 } })))();
`);
});
