import type { Captcha } from './captcha/captcha.ts';
import type { Mailer } from './mail.ts';
import type { MailReports } from './mail-reports/open-mail-reports.ts';
import type { Geocoder } from './maps.ts';
import type { RoutePlanner } from './maps-osrm.ts';
import type { MapPictures } from './maps-pictures.ts';
import type { Gateways } from './pay/gateways.ts';
import type { Texter } from './texts/texter.ts';
import type { VirusScanner } from './virus-scanner.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Everything outside our own process that an action may call; each part is a small interface with one real client. */
export interface ExternalServices {
  readonly mail: Mailer;
  readonly mailReports: MailReports;
  readonly maps: Geocoder;
  /** null: no image provider is configured, and we draw our own. */
  readonly mapPictures: MapPictures | null;
  /** null: no routing server is configured, and driving times are estimated. */
  readonly planner: RoutePlanner | null;
  readonly pay: Gateways;
  readonly texts: Texter;
  /** null: visitors are not checked. */
  readonly captcha: Captcha | null;
  readonly webhooks: WebhookSender;
  /** null: files are not scanned. */
  readonly scanner: VirusScanner | null;
}
