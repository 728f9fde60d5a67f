import type { LoadedTemplate, TemplateContent } from '#domain/templates/template.ts';
import type { TemplateOp } from '#domain/templates/template-ops.ts';
import { sanitizeRichText } from '#domain/text/rich-text.ts';
import { withCostsInCents, withDecimalCosts } from '#wire/costs.ts';
import type { EditedTemplate, Template } from './contract.ts';
import type { TemplateOpOnWire } from './editing-contract.ts';

/** A template in wire format, with decimal amounts. */
export function templateOnWire({ content, ...head }: LoadedTemplate): Template {
  return mapParts({ ...head, ...content }, withDecimalCosts) as Template;
}

/** A template in the reducer's format, from the wire format. */
export function templateOf({ choices: _, ...template }: EditedTemplate): LoadedTemplate {
  const { id, status, version, rev, updated_at, ...content } = template;
  return {
    id,
    status,
    version,
    rev,
    updated_at,
    content: mapParts(content, withCostsInCents) as unknown as TemplateContent,
  };
}

/** An operation in wire format: costs as decimal amounts. */
export function templateOpOnWire(op: TemplateOp): TemplateOpOnWire {
  return mapParts(op, withDecimalCosts) as TemplateOpOnWire;
}

/** An operation in the reducer's format, with sanitized texts and costs in cents. */
export function templateOpOf(op: TemplateOpOnWire): TemplateOp {
  return mapParts(op, (part) => withCostsInCents(withCleanTexts(part))) as unknown as TemplateOp;
}

const textFields = ['default_text', 'standards_text', 'header_text', 'disclaimer'] as const;

function withCleanTexts(part: Record<string, unknown>): Record<string, unknown> {
  const texts = textFields.filter((name) => part[name] !== undefined && part[name] !== null);
  return { ...part, ...Object.fromEntries(texts.map((name) => [name, sanitizeRichText(part[name])])) };
}

/** Applies `change` to every object in a template or operation, outermost first; rich texts are left alone. */
function mapParts(value: object, change: (part: Record<string, unknown>) => object): object {
  const inner = (name: string, child: unknown): unknown => {
    if (Array.isArray(child)) return child.map((each) => inner(name, each));
    const isPart = typeof child === 'object' && child !== null && !textFields.some((text) => text === name);
    return isPart ? mapParts(child, change) : child;
  };
  const entries = Object.entries(change({ ...value }));
  return Object.fromEntries(entries.map(([name, child]) => [name, inner(name, child)]));
}
