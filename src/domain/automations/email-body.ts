/** The body of an email: HTML as stored, a tree in the editor. */
import { cleanText } from '../text/clean.ts';
import { htmlToRichText } from '../text/html-to-rich-text.ts';
import { fromPlainText, type RichText, toHtml } from '../text/rich-text.ts';

/** Returns the tree of a stored or sent body; text without any tag becomes paragraphs. */
export function readEmailBody(body: string): RichText {
  const isHtml = /<[a-z/!]|&(?:[a-z]+|#\d+);/i.test(body);
  return isHtml ? htmlToRichText(withLinks(body)) : fromPlainText(cleanText(body));
}

/** Returns the HTML that is stored. */
export function writeEmailBody(tree: RichText): string {
  return toHtml(tree).replaceAll(linkStandIn, '{{$1}}');
}

/** A link whose address is a placeholder is a web address in the tree. */
const withLinks = (html: string) =>
  html.replace(
    /(\bhref\s*=\s*(?:["']\s*)?)\{\{\s*([\w-]+\.[\w-]+)\s*\}\}/gi,
    '$1https://placeholder.invalid/$2',
  );
const linkStandIn = /https:\/\/placeholder\.invalid\/([\w-]+\.[\w-]+)/g;
