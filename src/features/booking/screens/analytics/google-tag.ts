import { isForAds, type MeasuredEvent, measuredAddress } from '#domain/booking/analytics.ts';
import { now } from '#web/clock.ts';

type TagWindow = Window & { dataLayer?: unknown[]; [disabled: `ga-disable-${string}`]: boolean };
const page = () => window as unknown as TagWindow;

/** Companies share this host: their cookies must not be each other's. */
const prefixOf = (requestId: string) => `gable_${requestId}`;
const started = new Set<string>();

/** Loads Google's script, which counts a page view. Only after the visitor has agreed. */
export function startMeasuring(
  id: string,
  { requestId, isEmbedded }: { requestId: string; isEmbedded: boolean },
) {
  page()[`ga-disable-${id}`] = false;
  if (started.has(id)) return;
  started.add(id);
  const ads = isForAds(id) ? 'granted' : 'denied';
  tag('consent', 'default', {
    analytics_storage: 'granted',
    ...{ ad_storage: ads, ad_user_data: ads, ad_personalization: 'denied' },
  });
  tag('js', new Date(now()));
  tag('config', id, {
    page_location: measuredAddress(window.location),
    page_referrer: document.referrer.split(/[?#]/)[0] ?? '',
    cookie_prefix: prefixOf(requestId),
    cookie_domain: 'none',
    ...(isEmbedded ? { cookie_flags: 'SameSite=None;Secure' } : {}),
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${id}`;
  document.head.append(script);
}

/** Reports an event; measuring must have started. */
export function measure({ name, params }: MeasuredEvent): void {
  tag('event', name, params);
}

/** Stops measuring and removes its cookies. */
export function stopMeasuring(id: string, requestId: string): void {
  page()[`ga-disable-${id}`] = true;
  const names = document.cookie.split('; ').map((one) => one.split('=')[0] ?? '');
  for (const name of names.filter((one) => one.startsWith(prefixOf(requestId)))) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers.
    document.cookie = `${name}=; path=/; max-age=0`;
  }
}

// Google's script reads only objects of arguments, not arrays.
function tag(..._command: unknown[]): void {
  const of = page();
  of.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above.
  of.dataLayer.push(arguments);
}
