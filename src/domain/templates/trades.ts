/** The trades of the store, in the order in which it lists them. */
export const templateTrades = [
  'residential',
  'condo',
  'new-construction',
  'warranty',
  'pre-listing',
  'radon',
  'wood-destroying-insects',
  'pool-and-spa',
  'state-form',
  'mold',
  'sewer',
  'four-point',
  'wind-mitigation',
  'commercial',
] as const;
export type TemplateTrade = (typeof templateTrades)[number];
