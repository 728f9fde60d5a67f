/** One numbered part: a heading, paragraphs, and list lines that begin with "- ". Tokens are written {{LIKE_THIS}}. */
export type AgreementPart = readonly [heading: string, ...lines: string[]];
