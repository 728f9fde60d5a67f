/** Reads the fields of one part of a template file and notes what is wrong with each. */
import { type Cents, toCentsOrNull } from '../base/money.ts';
import { cleanLine, cleanText } from '../text/clean.ts';
import type { RichText } from '../text/rich-text.ts';
import { type FileProblem, type ProblemCode, type ProblemEffect, shortValue } from './file-problems.ts';
import { hasRemovedMarkup, readHtmlText } from './html-text.ts';

/** What the whole reading of a file shares. */
export interface FileReading {
  problems: FileProblem[];
  /** The ids of parts seen so far. */
  seenIds: Set<string>;
}

type Values = Readonly<Record<string, unknown>>;

/** Longest text of one field, in characters of HTML. A rich text is cut above that, so more is refused. */
export const longestHtml = 100_000;
/** The largest cost of a comment. */
const largestCost = 1_000_000;

/** Returns whether a value is an object with fields. */
export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads fields of one part. A wrong field is noted with its effect on the part and sets `isBad`: the caller then
 * leaves out the whole part. `finish` notes fields that were never read.
 */
export class PartReader {
  isBad = false;
  readonly place: string;
  private readonly values: Values;
  private readonly reading: FileReading;
  private readonly effect: ProblemEffect;
  private readonly known = new Set<string>();

  constructor(values: Values, place: string, reading: FileReading, effect: ProblemEffect = 'left_out') {
    this.values = values;
    this.place = place;
    this.reading = reading;
    this.effect = effect;
  }

  /** Notes a problem of a field, or of the part for an empty name; it leaves out the part unless `effect` says else. */
  note(field: string, code: ProblemCode, detail = '', effect: ProblemEffect = this.effect): void {
    if (effect !== 'changed') this.isBad = true;
    const place = [this.place, field].filter((part) => part !== '').join('.');
    const name = typeof this.values.name === 'string' ? cleanLine(this.values.name).slice(0, 80) : '';
    this.reading.problems.push({ place, row: null, name, code, detail, effect });
  }

  private take(field: string): unknown {
    this.known.add(field);
    const value = Object.hasOwn(this.values, field) ? this.values[field] : undefined;
    return value === null ? undefined : value;
  }

  line(field: string, most: number, options?: { isRequired: true }): string {
    const value = this.text(field, cleanLine, most);
    if (value === '' && options?.isRequired && !this.isBad) this.note(field, 'missing');
    return value;
  }

  text(field: string, clean: (text: string) => string = cleanText, most = 500): string {
    const value = this.take(field);
    if (value === undefined) return '';
    if (typeof value !== 'string') this.note(field, 'not_text');
    else if (clean(value).length > most) this.note(field, 'too_long', String(most));
    else return clean(value);
    return '';
  }

  html(field: string): RichText | null {
    const value = this.take(field);
    if (value === undefined) return null;
    if (typeof value !== 'string') this.note(field, 'not_text');
    else if (value.length > longestHtml) this.note(field, 'too_long', String(longestHtml));
    else {
      if (hasRemovedMarkup(value)) this.note(field, 'markup_removed', '', 'changed');
      return readHtmlText(value);
    }
    return null;
  }

  flag(field: string): boolean {
    const value = this.take(field);
    if (value !== undefined && typeof value !== 'boolean') this.note(field, 'not_flag');
    return value === true;
  }

  lines(field: string, most: number): string[] {
    const value = this.take(field);
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) {
      this.note(field, 'not_lines');
      return [];
    }
    const lines = (value as string[]).map(cleanLine).filter((line) => line !== '');
    if (lines.length > most) this.note(field, 'too_many', String(most));
    else if (lines.some((line) => line.length > 80)) this.note(field, 'too_long', '80');
    return lines;
  }

  oneOf<T extends string>(field: string, values: readonly T[], otherwise: T | null): T | null {
    const value = this.take(field);
    if (value === undefined && otherwise !== null) return otherwise;
    const found = values.find((each) => each === value);
    if (found !== undefined) return found;
    if (value === undefined) this.note(field, 'missing');
    else this.note(field, 'unknown_value', shortValue(value));
    return null;
  }

  amount(field: string): Cents | null {
    const value = this.take(field);
    if (value === undefined) return null;
    if (typeof value !== 'number') this.note(field, 'not_number');
    else if (!(value >= 0 && value <= largestCost)) this.note(field, 'out_of_range');
    else {
      const cents = toCentsOrNull(value);
      if (cents === null) this.note(field, 'decimals');
      return cents;
    }
    return null;
  }

  whole(field: string, most: number): number | null {
    const value = this.take(field);
    if (value === undefined) return null;
    if (typeof value !== 'number') this.note(field, 'not_number');
    else if (!Number.isInteger(value) || value < 1 || value > most) this.note(field, 'out_of_range');
    else return value;
    return null;
  }

  /** The members of a list that are objects; others are noted. */
  parts(field: string): { value: Values; at: number }[] {
    const value = this.take(field);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.note(field, 'not_list');
      return [];
    }
    return value.flatMap((each: unknown, at) => {
      if (isObject(each)) return [{ value: each, at }];
      this.reading.problems.push({
        ...{ place: `${this.place ? `${this.place}.` : ''}${field}.${at}`, row: null, name: '' },
        ...{ code: 'not_object', detail: '', effect: 'left_out' },
      });
      return [];
    });
  }

  /** Notes an id that another part of the file has, and fields that the format does not know. */
  finish(): void {
    const id = this.take('id');
    if (typeof id === 'string') {
      if (this.reading.seenIds.has(id)) this.note('', 'duplicate_id', shortValue(id), 'changed');
      this.reading.seenIds.add(id);
    }
    for (const field of Object.keys(this.values))
      if (!this.known.has(field)) this.note(shortValue(field), 'unknown_field', '', 'changed');
  }
}
