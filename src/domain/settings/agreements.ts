/** Settings of agreements. */

import { oneOf, orNull, uuid } from './rules.ts';
import { setting } from './setting.ts';

export const agreementSettings = {
  default_agreement_id: setting(orNull(uuid), null),
  agreement_signers: setting(oneOf(['any', 'all']), 'all'),
};
