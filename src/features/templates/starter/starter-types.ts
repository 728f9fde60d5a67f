/** 1 information, 2 limitation, 3 deficiency. */
export type CommentKind = 1 | 2 | 3;
/** 1 maintenance or to be watched, 2 recommended repair, 3 safety or major. */
export type DefectCategory = 1 | 2 | 3;
export type AnswerType = 'text' | 'choice' | 'multi' | 'number' | 'range' | 'date' | 'temperature' | 'yes_no';

/** A comment of the library as a new company begins with it; texts are plain, a blank line parts paragraphs. */
export interface StarterComment {
  kind: CommentKind;
  name: string;
  answer_type: AnswerType;
  options: readonly string[];
  default_text: string;
  default_location: string;
  category: DefectCategory | null;
  /** A name of the company's `template_recommendations`; empty where nobody needs to be called. */
  recommendation: string;
  tags: readonly string[];
  min_cost_cents: number | null;
  max_cost_cents: number | null;
  /** Stands in each new report from the start; only questions do, waiting for their answer. */
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

export interface StarterRating {
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

/** A section with the part of the standard it answers. */
export function section(name: string, standards_text: string, items: readonly StarterItem[]): StarterSection {
  return { name, standards_text, items };
}

/** An item that gets a rating. */
export function item(name: string, ...comments: StarterComment[]): StarterItem {
  return { name, show_ratings: true, comments };
}

/** A question with one answer out of several. */
export function choice(name: string, ...options: string[]): StarterComment {
  return { ...plain, name, answer_type: 'choice', options, is_default: true };
}

/** A question with any number of answers. */
export function multiChoice(name: string, ...options: string[]): StarterComment {
  return { ...plain, name, answer_type: 'multi', options, is_default: true };
}

/** A question whose answer is typed: a word, a number, a temperature. */
export function openQuestion(name: string, answer_type: AnswerType = 'text'): StarterComment {
  return { ...plain, name, answer_type, is_default: true };
}

/** Why something could not be seen. */
export function limitationComment(name: string, default_text: string): StarterComment {
  return { ...plain, kind: 2, name, default_text };
}

/** A defect. The costs are dollars, and a place for the company's own figures. */
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
