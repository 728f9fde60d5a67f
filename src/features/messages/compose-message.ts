import { type CalendarEvent, calendarLinks } from '#domain/booking/calendar-links.ts';
import { fillText } from '#domain/messages/message-texts.ts';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { mapInline, type RichText, textNode, toPlainText } from '#domain/text/rich-text.ts';
import type { Lang } from '#server/context.ts';
import { escapeHtml } from '#server/html.ts';
import type { MailLayout } from './mail-branding.ts';
import notes from './mail-notes.json' with { type: 'json' };

/** The text of a message, with placeholders such as `{{first_name}}`. */
export interface Template {
  subject: string;
  body: string[];
  action?: string;
  /** The whole of a text message. */
  text?: string;
}

/** The content of a message: plain text for one part, markup for the other. */
export interface ComposedMessage {
  subject: string;
  text: string;
  html: string;
}

/**
 * Composes a message from its text, with the variables filled in and, if the text has an action, a button that links to
 * `link`. Omits a paragraph whose variables are all empty. Escapes the values; a subject stays on one line. A
 * company's mail has the company's header and footer; the platform's ends with its name.
 */
export function composeMessage(
  template: Template,
  lang: Lang,
  facts: Readonly<Record<string, string>>,
  options: { link: string | null; brand: MailLayout | null; event?: CalendarEvent | null },
): ComposedMessage {
  const paragraphs = template.body.map((line) => fillText(line, facts).trim()).filter((line) => line !== '');
  const brand = options.brand ?? platformBrand;
  const action = options.link && template.action ? { label: template.action, link: options.link } : null;
  const calendar = options.event ? calendarPart(options.event, lang) : nothing;
  const text = [
    brand.header.text,
    ...paragraphs,
    action?.link ?? '',
    calendar.text,
    brand.footer.text,
  ].filter((part) => part !== '');
  return {
    subject: fillText(template.subject, facts).replace(/\s+/g, ' ').trim(),
    text: `${text.join('\n\n')}\n`,
    html: layout(paragraphs.map(paragraphHtml).join(''), { action, calendar: calendar.html, brand, lang }),
  };
}

/** Composes a mail whose text a company wrote. Its HTML was cleaned when it was stored, and its values are merged already. */
export function composeOwnMail(own: OwnContent, lang: Lang, brand: MailLayout): ComposedMessage {
  const plain = plainParagraphs(withAddresses(htmlToRichText(own.html)));
  const text = [brand.header.text, plain, brand.footer.text];
  return {
    subject: own.subject.replace(/\s+/g, ' ').trim(),
    text: `${text.filter((part) => part !== '').join('\n\n')}\n`,
    html: layout(own.html, { action: null, calendar: '', brand, lang }),
  };
}

/** The subject and body of a mail as a company wrote them. */
export interface OwnContent {
  subject: string;
  html: string;
}

/** Paragraphs and lists with a blank line between them; empty ones add none. */
function plainParagraphs(tree: RichText): string {
  const blocks = tree.content.map((block) => toPlainText({ ...tree, content: [block] }).trim());
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Plain text shows the address of a link after its words. */
function withAddresses(tree: RichText): RichText {
  return mapInline(tree, (node) => {
    const link = node.type === 'text' ? node.marks?.find((mark) => mark.type === 'link') : undefined;
    if (node.type !== 'text' || !link || node.text === link.attrs.href) return [node];
    return [textNode(`${node.text} (${link.attrs.href})`)];
  });
}

const platformBrand: MailLayout = {
  header: { html: '', text: '' },
  footer: { html: 'Gable', text: 'Gable' },
};

function paragraphHtml(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
}

const nothing = { html: '', text: '' };

/** The calendars on the web that add the event, for both parts of a mail. */
function calendarPart(event: CalendarEvent, lang: Lang): { html: string; text: string } {
  const { calendar, google } = notes[lang];
  const links = calendarLinks(event);
  const named = [
    [google, links.google],
    ['Outlook', links.outlook],
  ] as const;
  const anchors = named.map(
    ([name, link]) => `<a href="${escapeHtml(link)}" style="color:#9a3412">${escapeHtml(name)}</a>`,
  );
  return {
    html: `<p style="font-size:14px;margin:16px 0 0">${escapeHtml(calendar)} ${anchors.join(' · ')}</p>`,
    text: [calendar, ...named.map(([name, link]) => `${name}: ${link}`)].join('\n'),
  };
}

/** Returns what a calendar shows of an inspection; the page opens without the personal part of a link. */
export function inspectionEvent(
  { company, address, page }: { company: string; address: string; page: string },
  { date_time, end_time }: { date_time: string; end_time: string },
  lang: Lang,
): CalendarEvent {
  const title = notes[lang].event.replace('{company}', () => company);
  return { title, start: date_time, end: end_time, location: address, details: page };
}

function layout(
  body: string,
  {
    action,
    calendar,
    brand,
    lang,
  }: { action: { label: string; link: string } | null; calendar: string; brand: MailLayout; lang: Lang },
): string {
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="background:#c2410c;border-radius:8px;color:#ffffff;display:inline-block;font-weight:600;padding:12px 24px;text-decoration:none">${escapeHtml(action.label)}</a></p><p style="color:#57534e;font-size:13px;margin:0;word-break:break-all">${escapeHtml(action.link)}</p>`
    : '';
  const header = brand.header.html
    ? `<div style="border-bottom:1px solid #dcd9d6;font-size:15px;margin:0 0 24px;padding-bottom:16px">${brand.header.html}</div>`
    : '';
  const footer = brand.footer.html
    ? `<div style="border-top:1px solid #dcd9d6;color:#57534e;font-size:14px;margin:32px 0 0;padding-top:16px">${brand.footer.html}</div>`
    : '';
  const note = brand.isTracked
    ? `<p style="color:#57534e;font-size:13px;margin:16px 0 0">${escapeHtml(notes[lang].tracked)}</p>`
    : '';
  return `<!doctype html><html lang="${lang}"><body style="background:#f8f7f6;margin:0;padding:24px"><div style="background:#ffffff;border:1px solid #dcd9d6;border-radius:8px;color:#1c1917;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;margin:0 auto;max-width:560px;padding:32px">${header}${body}${button}${calendar}${footer}${note}</div></body></html>`;
}
