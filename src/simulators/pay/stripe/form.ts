/** A form-encoded body with brackets as a tree: `a[b][0]=c` is {a: {b: {0: 'c'}}} (numbered keys stay objects here). */
export type FormTree = { [key: string]: string | FormTree };

/** Parses a form-encoded body. */
export function parseForm(text: string): FormTree {
  const tree: FormTree = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = [...path.matchAll(/[^[\]]+/g)].map(([name]) => name);
    const last = names.pop();
    if (last === undefined) continue;
    let at: FormTree = tree;
    for (const name of names) {
      const next = at[name];
      const inner: FormTree = typeof next === 'object' ? next : {};
      at[name] = inner;
      at = inner;
    }
    // `expand[]=x&expand[]=y`: later ones get the next number.
    if (path.endsWith('[]')) {
      const list = typeof at[last] === 'object' ? (at[last] as FormTree) : {};
      list[String(Object.keys(list).length)] = value;
      at[last] = list;
    } else at[last] = value;
  }
  return tree;
}

/** Returns the first unknown parameter, written as Stripe does, or null. Names ending in * accept anything below. */
export function unknownParameter(form: FormTree, known: readonly string[], above = ''): string | null {
  for (const [name, value] of Object.entries(form)) {
    const path = above ? `${above}[${name}]` : name;
    const plain = path.replace(/\[\d+\]/g, '[]');
    if (known.includes(plain) || known.some((one) => one.endsWith('*') && plain.startsWith(one.slice(0, -1))))
      continue;
    const isAbove = known.some((one) => one.startsWith(`${plain}[`));
    if (!isAbove || typeof value === 'string') return path;
    const found = unknownParameter(value, known, path);
    if (found) return found;
  }
  return null;
}

/** Returns the text at a path, or undefined. */
export function textAt(form: FormTree, ...names: string[]): string | undefined {
  let at: string | FormTree | undefined = form;
  for (const name of names) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** Returns the texts of a list; empty if there is none. */
export function listAt(form: FormTree, name: string): string[] {
  const at = form[name];
  return typeof at === 'object' ? Object.values(at).filter((one) => typeof one === 'string') : [];
}

/** Returns the texts at a path by name; empty if there are none. */
export function mapAt(form: FormTree, ...names: string[]): Record<string, string> {
  let at: string | FormTree | undefined = form;
  for (const name of names) at = typeof at === 'object' ? at[name] : undefined;
  if (typeof at !== 'object') return {};
  return Object.fromEntries(
    Object.entries(at).filter((one): one is [string, string] => typeof one[1] === 'string'),
  );
}
