import { useEffect, useRef } from 'react';
import classes from './mail-frame.module.css';

const borders = 2;

/** On what the mail is shown. */
export type MailLook = 'desk' | 'phone' | 'dark';

/**
 * A mail in a frame without scripts; if it `fits`, the frame is as tall as the mail. The page's policy forbids style
 * attributes, so they are set as properties.
 */
export function MailFrame(props: { html: string; title: string; look: MailLook; fits?: boolean }) {
  const { html, title, look, fits = false } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const show = () => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    const mail = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
    page.documentElement.lang = mail.documentElement.lang;
    page.body.replaceChildren(...[...mail.body.childNodes].map((node) => page.importNode(node, true)));
    page.body.style.cssText = mail.body.dataset.style ?? '';
    for (const each of page.body.querySelectorAll<HTMLElement>('[data-style]'))
      each.style.cssText = each.dataset.style ?? '';
    if (!fits) return;
    const fit = () => {
      if (frame.current) frame.current.style.height = `${page.body.offsetHeight + borders}px`;
    };
    fit();
    for (const picture of page.body.querySelectorAll('img')) picture.addEventListener('load', fit);
  };
  useEffect(show, [html]);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc="<!doctype html><body></body>"
      onLoad={show}
      className={classes.frame}
      data-look={look}
    />
  );
}
