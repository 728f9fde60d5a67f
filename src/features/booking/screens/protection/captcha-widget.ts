import { type CaptchaProvider, captchaAction } from '#domain/booking/captcha-providers.ts';
import { loadScript } from '#web/loading/load-script.ts';

interface WidgetPlace {
  box: HTMLElement;
  siteKey: string;
  script: string;
  lang: string;
  isDark: boolean;
  /** Null when the token has expired or the widget reports an error. */
  onToken: (token: string | null) => void;
}

/** What the scripts of the three services have in common. */
interface WidgetScript {
  ready?: (run: () => void) => void;
  render: (box: HTMLElement, options: Record<string, unknown>) => string | number;
  remove?: (id: string | number) => void;
}

const globals = { turnstile: 'turnstile', hcaptcha: 'hcaptcha', recaptcha: 'grecaptcha' } as const;

/** Shows the widget of a service and returns what removes it. Rejects if its script can't be loaded. */
export async function openCaptchaWidget(provider: CaptchaProvider, place: WidgetPlace): Promise<() => void> {
  await loadScript(place.script);
  const script = (window as unknown as Record<string, WidgetScript | undefined>)[globals[provider]];
  if (!script) throw new Error('the script of the check has no widget');
  if (script.ready && provider === 'recaptcha') await new Promise<void>((done) => script.ready?.(done));
  // An element of the page shows one widget, even after that was removed.
  const inner = document.createElement('div');
  place.box.replaceChildren(inner);
  const id = script.render(inner, {
    sitekey: place.siteKey,
    theme: place.isDark ? 'dark' : 'light',
    ...(provider === 'turnstile' ? { action: captchaAction, language: place.lang } : { hl: place.lang }),
    callback: (token: string) => place.onToken(token),
    'expired-callback': () => place.onToken(null),
    'error-callback': () => place.onToken(null),
  });
  return () => {
    script.remove?.(id);
    inner.remove();
  };
}
