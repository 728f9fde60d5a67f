import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './preview.module.css';

/**
 * Shows the content in a frame as wide as a phone, so that the layout for phones applies. The frame has the page's
 * styles and colors; what is inside belongs to the page, and links keep working.
 */
export function PhoneFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  function prepare() {
    const inside = frame.current?.contentDocument;
    if (!inside || body === inside.body) return;
    for (const { name, value } of document.documentElement.attributes)
      inside.documentElement.setAttribute(name, value);
    for (const style of document.querySelectorAll('link[rel="stylesheet"], style'))
      inside.head.append(inside.importNode(style, true));
    inside.title = title;
    setBody(inside.body);
  }
  return (
    <div className={classes.phone}>
      <iframe ref={frame} title={title} srcDoc="<!doctype html><body></body>" onLoad={prepare} />
      {body && createPortal(children, body)}
    </div>
  );
}
