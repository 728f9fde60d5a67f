/** Moves headings down one level, since the page already has its h1. Texts are escaped, so any tag here is ours. */
export function demoteHeadings(html: string): string {
  return html.replace(/<(\/?)h([123])>/g, (_, end: string, level: string) => `<${end}h${Number(level) + 1}>`);
}
