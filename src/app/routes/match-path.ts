/** Returns the first page that matches a path, with the values of its `$names`. A trailing slash is ignored. */
export function matchPath<P extends { path: string }>(
  pages: readonly P[],
  path: string,
): { page: P; params: Record<string, string> } | null {
  const parts = path.replace(/\/$/, '').split('/');
  for (const page of pages) {
    const params = paramsOf(page.path.split('/'), parts);
    if (params) return { page, params };
  }
  return null;
}

function paramsOf(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const part = parts[i] ?? '';
    if (expected.startsWith('$') && part !== '') params[expected.slice(1)] = decoded(part);
    else if (expected !== part) return null;
  }
  return params;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
