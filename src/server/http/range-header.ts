/**
 * Parses the single byte range of a Range header. Returns null without a header or for a kind that may be answered with
 * the whole file (several ranges, other units), and `none` when the range is out of bounds.
 */
export function parseRangeHeader(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(size, Number(last));
    return length > 0 ? { start: size - length, end: size - 1 } : 'none';
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(size - 1, Number(last))];
  // A range that ends before it starts is invalid, and such a header is ignored.
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'none';
}
