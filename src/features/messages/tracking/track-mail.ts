import { countedLinks, replaceLinks } from '#domain/messages/tracked-links.ts';
import { hiddenLink } from '#domain/messages/tracking.ts';
import type { Installation } from '#server/context.ts';
import { createMessageToken, type MessageReference } from '../message-tokens.ts';

/** Returns what a mail whose opens and clicks are counted stores: the addresses behind its links. */
export function trackedLinksOf(
  installation: Pick<Installation, 'publicUrl'>,
  html: string,
  isTracked: boolean,
): { tracked_links: string[] | null } {
  return { tracked_links: isTracked ? countedLinks(html, installation.publicUrl) : null };
}

/**
 * Returns the HTML of a mail with counted links, a link that only scanners follow, and the picture that shows when it is
 * opened. The same mail has the same bytes at every attempt.
 */
export function trackedHtml(
  installation: Installation,
  message: MessageReference,
  html: string,
  links: readonly string[],
): string {
  const address = (purpose: 'open' | 'click', part = '') =>
    `${installation.publicUrl}/t/${purpose === 'open' ? 'o' : 'c'}/${createMessageToken(installation, purpose, message, part)}`;
  const counted = replaceLinks(html, (href) => {
    const position = links.indexOf(href);
    return position < 0 ? null : address('click', String(position));
  });
  const hidden = `<a href="${address('click', hiddenLink)}" aria-hidden="true" tabindex="-1" style="display:none"></a>`;
  const picture = `<img src="${address('open')}" width="1" height="1" alt="" style="border:0;display:block">`;
  return counted.replace('</body>', () => `${links.length > 0 ? hidden : ''}${picture}</body>`);
}
