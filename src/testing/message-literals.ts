import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text the server may say to a person, as it stands in the source. */
export interface MessageLiteral {
  text: string;
  where: string;
}

const source = join(import.meta.dirname, '..');
/** Files of domain whose sentences are labels, documents or faults of ours and never an answer's message. */
const withoutMessages =
  /^domain\/(?:[\w-]+\/)?(automation-events|cancellation|menus|modifiers|placeholders|report-content-fixture|pricing|pricing-types|permissions|time|money|events)\.ts$/;
/** Contents, documents and mails of rooms have their languages elsewhere. */
const otherTexts =
  /\/(screens|starter)\/|starter[\w-]*\.ts$|(-labels|-words|-document|report-pdf|-lists|defaults|consent|compose-message|calendar-file|geo|public-files|seal-agreement\.job|sample|-for-tests)\.ts$|\.test\.ts$/;

/**
 * Every text in domain, wire, kit and rooms that may become the message of a refusal: what stands in AppError, badInput and
 * notFound, the messages of schemas, and the sentences that the domain answers. Parts that vary are given as `7`.
 */
export function messageLiterals(): MessageLiteral[] {
  const found = new Map<string, string>();
  for (const file of sourceFiles()) {
    const isContract = file.endsWith('/contract.ts');
    for (const text of messagesIn(readFileSync(join(source, file), 'utf8'))) {
      // What a route is about ends with a full stop; a field's message does not.
      if (isContract && text.endsWith('.')) continue;
      if (!found.has(text)) found.set(text, file);
    }
  }
  return [...found].map(([text, where]) => ({ text, where })).sort((a, b) => (a.where < b.where ? -1 : 1));
}

function sourceFiles(): string[] {
  const all = ['domain', 'wire', 'server', 'features'].flatMap((floor) =>
    readdirSync(join(source, floor), { recursive: true, encoding: 'utf8' }).map((path) => `${floor}/${path}`),
  );
  return all.filter(
    (path) =>
      path.endsWith('.ts') && !withoutMessages.test(path) && !otherTexts.test(path) && !isOfTheMachine(path),
  );
}

/** Parts of the kit that speak to operators and to the machine, not to people. */
function isOfTheMachine(path: string): boolean {
  return (
    /^server\/(db|documents|outside|files)\//.test(path) ||
    /^server\/(?:http\/)?(config|gateway-config|openapi|html|pages|paths|call-in-process|schema-messages|start-failure)\.ts$/.test(
      path,
    )
  );
}

function messagesIn(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    // What is told to operators and readers of the API.
    .replace(/\bsummary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g, '')
    .replace(/\bdescription:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g, '')
    .replace(/\bnew (?:Range|Type)?Error\((['"`])(?:\\.|(?!\1)[^\\])*\1/g, '')
    .replace(/\blog\.\w+\([\s\S]*?\);/g, '');
  const sentences = [...code.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map((m) =>
    (m[2] ?? '').replaceAll("\\'", "'"),
  );
  return sentences.map((one) => one.replace(/\$\{[^}]*\}/g, '7')).filter(isSentence);
}

function isSentence(text: string): boolean {
  if (/^(GET|POST|PUT|PATCH|DELETE) /.test(text) || /[<>={}]|^7 /.test(text)) return false;
  return /^[A-Z7][\w’'-]*[,:]? ["\w(&-]/.test(text) && /[a-z]{2}/.test(text);
}
