/**
 * The one range of bytes a Range header asks for; null when there is none, or one of a kind that may be answered with the
 * whole (several ranges, other units); `none` when it lies outside.
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
  // Turned round it is no range at all, and such a header counts as absent.
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'none';
}
