import type { SimReply } from '../pay/kit/listener.ts';

/** A text as a phone shows it. */
interface ShownText {
  readonly isReply: boolean;
  readonly body: string;
  readonly status: string;
  readonly at: number;
}

/** The list of simulated phones. */
export function phonesPage(phones: readonly { number: string; last: string }[]): SimReply {
  const rows = phones.map(
    ({ number, last }) =>
      `<li><a href="/phones/${encodeURIComponent(number)}">${escaped(number)}</a><br>${escaped(last.slice(0, 90))}</li>`,
  );
  return page('Phones', `<ul>${rows.join('') || '<li>No texts yet.</li>'}</ul>`);
}

/** One phone: its texts, oldest first, and a field to reply. */
export function phonePage(number: string, texts: readonly ShownText[]): SimReply {
  const bubbles = texts.map(({ isReply, body, status, at }) => {
    const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
    return `<p class="${isReply ? 'ours' : 'theirs'}">${linked(body)}<small>${time} UTC · ${escaped(status)}</small></p>`;
  });
  const quick = ['STOP', 'START', 'HELP'].map(
    (word) => `<button name="Body" value="${word}" formnovalidate>${word}</button>`,
  );
  const form = `<form method="post"><label>Reply <textarea name="Body" rows="2" required></textarea></label>
    <button>Send</button></form><form method="post">${quick.join(' ')}</form>`;
  return page(number, `<p><a href="/phones">All phones</a></p>${bubbles.join('')}${form}`);
}

function page(title: string, body: string): SimReply {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;margin:2rem auto;max-width:30rem;padding:0 1rem}
p.ours,p.theirs{border:1px solid;border-radius:1rem;overflow-wrap:anywhere;padding:.5rem 1rem;white-space:pre-wrap}p.ours{margin-left:4rem}
p.theirs{margin-right:4rem}small{display:block;opacity:.7}textarea{display:block;font:inherit;width:100%}button{font:inherit;margin:.5rem 0}</style></head>
<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
  };
}

function linked(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`);
}
