import { type Route, routeKey } from '#wire/route.ts';

interface Field {
  safeParse(value: unknown): { success: boolean };
}

/** The fields of a route that take a file. */
function fileFields(route: Route): string[] {
  const { shape } = (route.input ?? {}) as unknown as { shape?: Record<string, Field> };
  const file = new File(['x'], 'x.png', { type: 'image/png' });
  return Object.entries(shape ?? {})
    .filter(([, field]) => field.safeParse(file).success && !field.safeParse('x').success)
    .map(([name]) => name);
}

/** Every field of every form that takes a file. */
export function uploadFields(routes: readonly Route[]): { key: string; field: string; route: Route }[] {
  return routes
    .filter((route) => route.form)
    .flatMap((route) => fileFields(route).map((field) => ({ key: routeKey(route), field, route })));
}
