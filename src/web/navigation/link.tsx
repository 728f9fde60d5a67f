import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { useNavigateTo } from './navigation.tsx';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'color' | 'style'>;

/** Returns a click handler that leaves plain left clicks to the router and everything else to the browser. */
function useLinkClick(to: string, onClick?: (event: MouseEvent<HTMLAnchorElement>) => void) {
  const go = useNavigateTo();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    go(to);
  };
}

/** A link inside this entry: `<AppLink to={`/appointments/details/${id}`}>`. */
export function AppLink({
  to,
  onClick,
  ...rest
}: { to: string; children: ReactNode } & AnchorProps & Native) {
  return <Anchor href={to} onClick={useLinkClick(to, onClick)} {...rest} />;
}

/** An unstyled link, for rows, cards and menus. */
export function UnstyledLink({
  to,
  onClick,
  ref,
  ...rest
}: { to: string; children: ReactNode; ref?: Ref<HTMLAnchorElement> } & Native) {
  return <a ref={ref} href={to} onClick={useLinkClick(to, onClick)} {...rest} />;
}

/** A link styled as a button. */
export function LinkButton({
  to,
  onClick,
  ...rest
}: { to: string; children: ReactNode } & ButtonProps & Native) {
  return <Button component="a" href={to} onClick={useLinkClick(to, onClick)} {...rest} />;
}
