import type { CaptchaProvider } from '#domain/booking/captcha-providers.ts';
import type { ExternalHosts } from '../../http/pages.ts';

/** What a page needs to show the widget. */
export interface CaptchaWidget {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  /** Address of the provider's script. */
  readonly script: string;
  /** What the page may load for it. */
  readonly hosts: ExternalHosts;
}

/** `unavailable`: the provider does not respond, or refuses our keys; the visitor can't do anything about it. */
export type CaptchaVerdict = 'passed' | 'refused' | 'unavailable';

/** The interface of a service that tells visitors from programs. */
export interface Captcha {
  readonly widget: CaptchaWidget;
  /** Asks about the token of a widget, once: a token is worth one question. '' asks whether the service responds. */
  verify(token: string, ip: string): Promise<CaptchaVerdict>;
}
