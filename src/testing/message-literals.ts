import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text that the server may show to a user, as written in the source. */
export interface MessageLiteral {
  text: string;
  where: string;
}

const source = join(import.meta.dirname, '..');
/** Files in domain whose sentences are labels, document texts or internal errors, and never an error message. */
const withoutMessages =
  /^domain\/(?:[\w-]+\/)?(cancellation|menus|modifiers|placeholders|report-content-fixture|pricing|pricing-types|permissions|time|money|events)\.ts$/;
/** Contents, documents and mails of features are translated elsewhere. */
const otherTexts =
  /\/(screens|starter)\/|starter[\w-]*\.ts$|(-labels|-words|-document|report-pdf|-lists|defaults|consent|compose-message|calendar-file|geo|public-files|seal-agreement\.job|sample|-for-tests)\.ts$|\.test\.ts$/;

/**
 * All texts in domain, wire, server and features that may become the message of a refusal: arguments of AppError,
 * badInput and notFound, schema messages, and sentences that the domain returns. Variable parts are replaced by `7`.
 */
export function messageLiterals(): MessageLiteral[] {
  const found = new Map<string, string>();
  for (const file of sourceFiles()) {
    const isContract = file.endsWith('/contract.ts');
    for (const text of messagesIn(readFileSync(join(source, file), 'utf8'))) {
      // The summary of a route ends with a full stop; the message of a field does not.
      if (isContract && text.endsWith('.')) continue;
      if (!found.has(text)) found.set(text, file);
    }
  }
  return [...found].map(([text, where]) => ({ text, where })).sort((a, b) => (a.where < b.where ? -1 : 1));
}

function sourceFiles(): string[] {
  const all = ['domain', 'wire', 'server', 'features'].flatMap((layer) =>
    readdirSync(join(source, layer), { recursive: true, encoding: 'utf8' }).map((path) => `${layer}/${path}`),
  );
  return all.filter(
    (path) =>
      path.endsWith('.ts') && !withoutMessages.test(path) && !otherTexts.test(path) && !isForOperators(path),
  );
}

/** Parts of the server whose texts are for operators and programs, not for users. */
function isForOperators(path: string): boolean {
  return (
    /^server\/(db|documents|outside|files)\//.test(path) ||
    /^server\/(?:http\/|config\/)?(config|gateway-config|mail-config|openapi|html|pages|paths|call-in-process|schema-messages|start-failure)\.ts$/.test(
      path,
    )
  );
}

function messagesIn(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    // Texts for operators and readers of the API documentation, and sample values.
    .replace(/\b(?:summary|example):\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g, '')
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
