/**
 * The script with which a company shows its booking form inside its own site: `<a data-gable-embed href="…/schedule/ID">`
 * becomes a frame at the height of its form. The link remains where scripts are blocked. It is built for browsers since
 * 2016, needs nothing else and writes no inline code, so a strict content security policy can name it.
 */
const marker = 'data-gable-embed';
const heights = { least: 120, most: 12_000 };
/** The height of the first step before the form has posted its own, so that the page around it does not jump. */
const expectedHeight = 750;

if (!('gableEmbed' in window)) {
  Object.defineProperty(window, 'gableEmbed', { value: true });
  embedAll();
  window.addEventListener('message', receive);
  // Pages that build their content later.
  new MutationObserver(embedAll).observe(document.documentElement, { childList: true, subtree: true });
}

function embedAll(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>(`a[${marker}]`);
  for (let i = 0; i < links.length; i += 1) {
    const link = links[i];
    if (link) embed(link);
  }
}

function embed(link: HTMLAnchorElement): void {
  const [, kind, id] = /^\/(schedule|appointment-request)\/([\w-]+)\/?$/.exec(link.pathname) ?? [];
  if (!kind || !link.parentNode) return;
  const mode = kind === 'schedule' ? '' : `${link.search ? '&' : '?'}mode=request`;
  const frame = document.createElement('iframe');
  frame.src = `${link.protocol}//${link.host}/iframe-appointment/${id}${link.search}${mode}`;
  frame.title = link.textContent || link.href;
  frame.setAttribute(marker, '');
  frame.setAttribute('loading', 'lazy');
  frame.setAttribute('allow', "camera 'none'; microphone 'none'; geolocation 'none'");
  frame.style.cssText = `display:block;width:100%;height:${expectedHeight}px;border:0`;
  link.parentNode.replaceChild(frame, link);
}

/** Follows the forms of this page. Other windows and other sites may post what they like. */
function receive({ data, source, origin }: MessageEvent): void {
  if (!source || !data || typeof data !== 'object') return;
  const frames = document.querySelectorAll<HTMLIFrameElement>(`iframe[${marker}]`);
  for (let i = 0; i < frames.length; i += 1) {
    const frame = frames[i];
    if (frame && frame.contentWindow === source && new URL(frame.src).origin === origin) follow(frame, data);
  }
}

function follow(
  frame: HTMLIFrameElement,
  data: { type?: unknown; height?: unknown; status?: unknown },
): void {
  const { type, height, status } = data;
  if (type === 'gable-height' && typeof height === 'number' && height > 0) {
    frame.style.height = `${Math.min(Math.max(Math.ceil(height), heights.least), heights.most)}px`;
  }
  // A new step starts at its top, which may be above the window.
  if (type === 'gable-step' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
  if (type === 'gable-booked') {
    frame.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: { status } }));
  }
}
