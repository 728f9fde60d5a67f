/** A numbered section: heading, paragraphs, and list lines starting with "- ". Tokens are written {{LIKE_THIS}}. */
export type AgreementPart = readonly [heading: string, ...lines: string[]];
