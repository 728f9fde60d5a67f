/** 1 information, 2 limitation, 3 deficiency. */
type CommentKind = 1 | 2 | 3;
/** 1 maintenance or monitoring, 2 recommended repair, 3 safety hazard or major defect. */
export type DefectCategory = 1 | 2 | 3;
export type AnswerType = 'text' | 'choice' | 'multi' | 'number' | 'range' | 'date' | 'temperature' | 'yes_no';

/** A starter comment of the library. Texts are plain; a blank line separates paragraphs. */
export interface StarterComment {
  kind: CommentKind;
  name: string;
  answer_type: AnswerType;
  options: readonly string[];
  default_text: string;
  default_location: string;
  category: DefectCategory | null;
  /** One of the company's `template_recommendations`; empty if no contractor is needed. */
  recommendation: string;
  tags: readonly string[];
  min_cost_cents: number | null;
  max_cost_cents: number | null;
  /** Included in every new report. Only questions are, so that they can be answered. */
  is_default: boolean;
  is_required: boolean;
}

export interface StarterItem {
  name: string;
  show_ratings: boolean;
  comments: readonly StarterComment[];
}

export interface StarterSection {
  name: string;
  standards_text: string;
  items: readonly StarterItem[];
}

interface StarterRating {
  key: string;
  label: string;
}

export interface StarterTemplate {
  name: string;
  description: string;
  report_title: string;
  header_text: string;
  disclaimer: string;
  ratings: readonly StarterRating[];
  sections: readonly StarterSection[];
}

const plain: StarterComment = {
  kind: 1,
  name: '',
  answer_type: 'text',
  options: [],
  default_text: '',
  default_location: '',
  category: null,
  recommendation: '',
  tags: [],
  min_cost_cents: null,
  max_cost_cents: null,
  is_default: false,
  is_required: false,
};

/** A section with the part of the standards of practice it covers. */
export function section(name: string, standards_text: string, items: readonly StarterItem[]): StarterSection {
  return { name, standards_text, items };
}

/** A rated item. */
export function item(name: string, ...comments: StarterComment[]): StarterItem {
  return { name, show_ratings: true, comments };
}

/** A question with exactly one of several answers. */
export function choice(name: string, ...options: string[]): StarterComment {
  return { ...plain, name, answer_type: 'choice', options, is_default: true };
}

/** A question with any number of the given answers. */
export function multiChoice(name: string, ...options: string[]): StarterComment {
  return { ...plain, name, answer_type: 'multi', options, is_default: true };
}

/** A question with a typed answer: text, a number or a temperature. */
export function openQuestion(name: string, answer_type: AnswerType = 'text'): StarterComment {
  return { ...plain, name, answer_type, is_default: true };
}

/** A limitation: why something was not inspected. */
export function limitationComment(name: string, default_text: string): StarterComment {
  return { ...plain, kind: 2, name, default_text };
}

/** A defect. Costs are in dollars and only placeholders for the company's own figures. */
export function defect(
  name: string,
  category: DefectCategory,
  recommendation: string,
  [min, max]: readonly [min: number, max: number],
  default_location: string,
  default_text: string,
): StarterComment {
  return {
    ...plain,
    kind: 3,
    name,
    category,
    recommendation,
    min_cost_cents: min * 100,
    max_cost_cents: max * 100,
    default_location,
    default_text,
  };
}
