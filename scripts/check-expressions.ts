import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { analyse } from 'scslre';
import { parseSync } from 'vite';

/**
 * Regular expressions of `src` take linear time: a text of a user must not hold the event loop. Reads every literal and
 * every `new RegExp` of a constant string, and reports those in which quantifiers compete for the same characters or
 * that are tried again from every position. Simulators and helpers of tests read no text of users.
 */
export function slowExpressions(file: string, code: string): string[] {
  const found: string[] = [];
  visit(parseSync(file, code).program, (node) => {
    const expression = expressionOf(node);
    if (expression === null) return;
    const problem = problemOf(expression.source, expression.flags);
    if (problem === null) return;
    const line = code.slice(0, node.start).split('\n').length;
    found.push(`${file}:${line}  /${expression.source}/${expression.flags}  ${problem}`);
  });
  return found;
}

interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  if ('type' in node && 'start' in node) see(node as Node);
  for (const part of Object.values(node)) if (typeof part === 'object') visit(part, see);
}

interface Expression {
  source: string;
  flags: string;
}

function expressionOf(node: Node): Expression | null {
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  if (node.type === 'Literal' && regex) return { source: regex.pattern, flags: regex.flags };
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return null;
  if ((node.callee as Node).name !== 'RegExp') return null;
  const [source, flags] = (node.arguments as Node[]).map(constantOf);
  return typeof source === 'string' ? { source, flags: flags ?? '' } : null;
}

/** The value of a string literal, or of a template without expressions. */
function constantOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  const quasis = node.quasis as { value: { cooked: string } }[] | undefined;
  return quasis?.length === 1 ? (quasis[0]?.value.cooked ?? null) : null;
}

function problemOf(source: string, flags: string): string | null {
  let reports: ReturnType<typeof analyse>['reports'];
  try {
    ({ reports } = analyse({ source, flags }, { maxReports: 10 }));
  } catch {
    // Not an expression the analysis knows, such as set notation: read by people only.
    return null;
  }
  const [first] = reports;
  if (!first) return null;
  const what = {
    Trade: 'two quantifiers compete',
    Self: 'a quantifier repeats itself',
    Move: 'tried from every position',
  };
  return `${what[first.type]}: ${JSON.stringify(first.character.pick)} repeated`;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/src\/(?:testing|simulators)\//.test(file));
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const root = resolve(import.meta.dirname, '..');
  const problems = sourceFiles(join(root, 'src'))
    .sort()
    .flatMap((file) => slowExpressions(relative(root, file), readFileSync(file, 'utf8')));
  if (problems.length > 0) {
    console.error(`Regular expressions that take more than linear time:\n${problems.join('\n')}`);
    process.exitCode = 1;
  }
}
