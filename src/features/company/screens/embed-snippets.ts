import { escapeHtml } from '#domain/text/rich-text.ts';

/** Which form is embedded, and in which language; null: the visitor's. */
export interface EmbedChoice {
  form: 'schedule' | 'appointment-request';
  lang: string | null;
}

/** Without the script the frame has this height in pixels and scrolls. */
const fixedHeight = 900;

/**
 * Returns what embeds a booking form: `script` follows the height of the form and leaves a link where scripts are blocked,
 * `frame` needs no script, `link` opens the page of the company. `preview` is the address of the frame.
 */
export function embedSnippets(choice: EmbedChoice & { origin: string; id: string; label: string }) {
  const { form, lang, origin, id, label } = choice;
  const named = lang ? `?lang=${lang}` : '';
  const mode = form === 'schedule' ? '' : `${named ? '&' : '?'}mode=request`;
  const link = `${origin}/${form}/${id}${named}`;
  const preview = `${origin}/iframe-appointment/${id}${named}${mode}`;
  const text = escapeHtml(label);
  return {
    link,
    script: `<a href="${link}" data-gable-embed>${text}</a>\n<script src="${origin}/embed.js" async></script>`,
    frame: `<iframe src="${escapeHtml(preview)}" title="${text}" loading="lazy"\n  style="display: block; width: 100%; height: ${fixedHeight}px; border: 0"></iframe>`,
    preview,
  };
}
