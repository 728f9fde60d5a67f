import type { Plugin } from 'vite';

const contracts =
  /[\\/]src[\\/](?:features[\\/][^\\/]+[\\/](?:[\w-]+-)?contract|wire[\\/](?:fields|paging|setting-schemas)|domain[\\/]settings[\\/][\w-]+)\.ts$/;
const routeMakers = new Set(['read', 'write', 'action']);
const onServerOnly = new Set(['input', 'output']);

/** The parts of a syntax tree node that are read. */
interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/**
 * Removes input and output schemas of routes from the browser's files: only the server validates them. Otherwise the
 * schemas and their library would run before any page shows. A schema that a screen uses by name stays.
 */
export function stripContracts(): Plugin {
  return {
    name: 'gable-strip-contracts',
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

/** Returns a contract's code without the inputs and outputs of its routes; unused constants may be dropped. */
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

/** The initializers of a module's constants that are more than a literal. */
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
