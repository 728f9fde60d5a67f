import { type BlockNode, type RichText, sanitizeRichText } from '#domain/text/rich-text.ts';
import type { AgreementPart } from './agreement-part.ts';
import { insectParts, moldParts, radonParts, sewerParts } from './starter-add-ons.ts';
import { inspectionParts } from './starter-inspection.ts';

/** An agreement that a new company starts with. The one with `is_default` is added to appointments automatically. */
export interface StarterAgreement {
  name: string;
  /** For the company, never shown to clients. */
  description: string;
  content: RichText;
  is_default: boolean;
}

const LAWYER = 'A plain-language starting point: have a lawyer in your state check this before you use it.';

/** The agreements a new company starts with. The starter services refer to them by name. */
export const starterAgreements: readonly StarterAgreement[] = [
  {
    name: 'Inspection agreement',
    description: `${LAWYER} Rules on limits of liability (section 9) and on where and how disputes are resolved (section 10) vary by state; some states prohibit these clauses or require specific wording. Add your license number and your cancellation policy.`,
    content: agreement('Home inspection agreement', inspectionParts),
    is_default: true,
  },
  {
    name: 'Radon test agreement',
    description: `${LAWYER} Some states license radon testers and require specific disclosures.`,
    content: agreement('Radon test agreement', radonParts),
    is_default: false,
  },
  {
    name: 'Mold sampling agreement',
    description: `${LAWYER} Some states license mold assessors.`,
    content: agreement('Mold sampling agreement', moldParts),
    is_default: false,
  },
  {
    name: 'Sewer scope agreement',
    description: LAWYER,
    content: agreement('Sewer scope agreement', sewerParts),
    is_default: false,
  },
  {
    name: 'Wood-destroying insect agreement',
    description: `${LAWYER} In many states, only a licensed pest inspector may issue this report, and only on a prescribed form.`,
    content: agreement('Wood-destroying insect agreement', insectParts),
    is_default: false,
  },
];

function agreement(title: string, parts: readonly AgreementPart[]): RichText {
  const numbered = parts.flatMap(([heading, ...lines], index) => [
    headingNode(2, `${index + 1}. ${heading}`),
    ...blocks(lines),
  ]);
  // Sanitizing turns {{TOKENS}} into placeholder nodes and makes the tree canonical, as saving in the editor does.
  return sanitizeRichText({ type: 'doc', content: [headingNode(1, title), ...numbered] });
}

function blocks(lines: readonly string[]): BlockNode[] {
  const made: BlockNode[] = [];
  for (const line of lines) {
    if (!line.startsWith('- ')) {
      made.push(paragraph(line));
      continue;
    }
    const entry = { type: 'listItem' as const, content: [paragraph(line.slice(2))] };
    const last = made.at(-1);
    if (last?.type === 'bulletList') last.content.push(entry);
    else made.push({ type: 'bulletList', content: [entry] });
  }
  return made;
}

/** Sets a leading "Word:" in bold, so that the facts of the appointment are easy to find. */
function paragraph(line: string): BlockNode {
  const label = /^[A-Z][A-Za-z ]{2,28}: /.exec(line)?.[0];
  if (label === undefined) return { type: 'paragraph', content: [{ type: 'text', text: line }] };
  return {
    type: 'paragraph',
    content: [
      { type: 'text', text: label.trimEnd(), marks: [{ type: 'bold' }] },
      { type: 'text', text: ` ${line.slice(label.length)}` },
    ],
  };
}

function headingNode(level: 1 | 2, text: string): BlockNode {
  return { type: 'heading', attrs: { level }, content: [{ type: 'text', text }] };
}
