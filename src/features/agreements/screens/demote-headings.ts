/** One level down: the page has its one h1 already. Texts are escaped, so a tag here is a tag of ours. */
export function demoteHeadings(html: string): string {
  return html.replace(/<(\/?)h([123])>/g, (_, end: string, level: string) => `<${end}h${Number(level) + 1}>`);
}
