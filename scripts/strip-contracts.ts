import type { Plugin } from 'vite';

const contracts =
  /[\\/]src[\\/](?:features[\\/][^\\/]+[\\/](?:[\w-]+-)?contract|wire[\\/](?:fields|paging))\.ts$/;
const routeMakers = new Set(['read', 'write', 'action']);
const onServerOnly = new Set(['input', 'output']);

/** What is read of a node of the syntax tree. */
interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/**
 * Leaves out of the browser's files what only the server does with contracts: it alone checks what a route takes and gives. The
 * schemas would be built anew, with their library, before any page shows. One that a screen asks by its name stays.
 */
export function stripContracts(): Plugin {
  return {
    name: 'gable-stripContract-contracts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: contracts },
      handler(code) {
        return { code: stripContract(code, this.parse(code) as unknown as Node), map: null };
      },
    },
  };
}

/** The code of a contract without what its routes take and give; each constant that nobody asks for may be left out. */
export function stripContract(code: string, program: Node): string {
  const edits: { start: number; end: number; text: string }[] = [];
  for (const call of callsIn(program)) {
    const [, options] = call.arguments as Node[];
    for (const property of (options?.properties ?? []) as Node[]) {
      const key = property.key as Node | undefined;
      if (key && onServerOnly.has(String(key.name)))
        edits.push({ start: property.start, end: property.end, text: `${key.name}: undefined` });
    }
  }
  for (const made of constantsOf(program)) {
    edits.push({ start: made.start, end: made.start, text: '/*#__PURE__*/(() => (' });
    edits.push({ start: made.end, end: made.end, text: '))()' });
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

function callsIn(node: Node): Node[] {
  const inside = Object.values(node).flatMap((part) => (Array.isArray(part) ? part : [part]));
  const calls = inside.filter(isNode).flatMap(callsIn);
  const callee = node.callee as Node | undefined;
  const isRoute = node.type === 'CallExpression' && routeMakers.has(String(callee?.name));
  return isRoute ? [node, ...calls] : calls;
}

/** What the constants of a module are made of, where making it is more than reading a literal. */
function constantsOf(program: Node): Node[] {
  return (program.body as Node[])
    .map((statement) => (statement.declaration as Node | null | undefined) ?? statement)
    .filter((one) => one.type === 'VariableDeclaration')
    .flatMap((one) => (one.declarations as Node[]).map((each) => each.init))
    .filter(isNode)
    .filter(({ type }) => !/Literal$|Function|^Identifier$/.test(type));
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Node).type === 'string';
}
