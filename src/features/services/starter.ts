import { asCents } from '#domain/base/money.ts';
import type { Modifier, Tax } from '#domain/pricing/pricing-types.ts';

/** A starter add-on of a new company. Names its templates and agreements, because ids differ between companies. */
export interface StarterAddOn {
  name: string;
  description: string;
  add_fee_cents: number;
  add_minutes: number;
  templates: readonly string[];
  agreements: readonly string[];
}

/** A starter service of a new company. */
export interface StarterService {
  name: string;
  description: string;
  base_cost_cents: number;
  base_duration_minutes: number;
  modifiers: readonly Modifier[];
  taxes: readonly Tax[];
  add_ons: readonly StarterAddOn[];
  templates: readonly string[];
  agreements: readonly string[];
}

const RESIDENTIAL = ['Residential'];
const STANDARD = ['Inspection agreement'];
const RADON_TERMS = ['Radon test agreement'];

/** Takes amounts in the units of the price list: dollars and hours. */
const addOn = (
  name: string,
  dollars: number,
  hours: number,
  description: string,
  agreements: readonly string[] = [],
): StarterAddOn => ({
  name,
  description,
  add_fee_cents: dollars * 100,
  add_minutes: hours * 60,
  templates: [],
  agreements,
});

const radon = addOn(
  'Radon test (48 h)',
  150,
  0.25,
  'A radon monitor measures the lowest lived-in level for at least 48 hours.',
  RADON_TERMS,
);
const sewer = addOn(
  'Sewer scope',
  195,
  0.75,
  'A camera is run through the main drain line towards the street or the tank.',
  ['Sewer scope agreement'],
);
const insects = addOn(
  'Wood-destroying insects',
  75,
  0.25,
  'A check for termites, carpenter ants and other insects that eat or nest in wood.',
  ['Wood-destroying insect agreement'],
);
const mold = addOn(
  'Mold air samples (2)',
  250,
  0.5,
  'One indoor sample and one outdoor sample for comparison, analyzed by a laboratory.',
  ['Mold sampling agreement'],
);
const pool = addOn('Pool and spa', 150, 0.75, 'Shell, equipment, electrical parts and safety barriers.');
const well = addOn(
  'Well water sample',
  125,
  0.25,
  'A water sample taken at the tap and analyzed by a laboratory.',
);
const septic = addOn('Septic', 250, 1, 'Tank, outlet and drain field, as far as they are accessible.');
const detached = addOn('Detached building', 75, 0.5, 'A freestanding workshop, barn or garage.');
const thermal = addOn('Thermal imaging', 100, 0.5, 'An infrared camera shows cold, warm and damp places.');
const sprinkler = addOn('Sprinkler system', 50, 0.25, 'Each zone of the lawn sprinkler is run once.');

/** The ten add-ons of the starter price list, in order. */
export const starterAddOns: readonly StarterAddOn[] = [
  radon,
  sewer,
  insects,
  mold,
  pool,
  well,
  septic,
  detached,
  thermal,
  sprinkler,
];

/** A step that matches if greater_than < value <= less_than_or_equal; null means no bound. */
const step = (
  when: number,
  greater_than: number | null,
  less_than_or_equal: number | null,
  dollars: number,
  hours: number,
): Modifier => ({
  when,
  greater_than,
  less_than_or_equal,
  add_fee_cents: asCents(dollars * 100),
  add_minutes: hours * 60,
});

const residentialModifiers: readonly Modifier[] = [
  // square feet
  step(1, 1500, 2000, 50, 0.5),
  step(1, 2000, 2500, 100, 0.5),
  step(1, 2500, 3000, 150, 1),
  step(1, 3000, 3500, 200, 1),
  step(1, 3500, 4000, 250, 1.5),
  step(1, 4000, 5000, 350, 2),
  step(1, 5000, null, 500, 3),
  // age in years
  step(2, 30, 60, 50, 0.25),
  step(2, 60, 100, 100, 0.5),
  step(2, 100, null, 150, 1),
  // foundation: basement, crawlspace
  step(5, 0, 1, 75, 0.5),
  step(5, 2, 3, 75, 0.5),
  // ZIP codes: the far side of the service area
  step(4, 80500, 80599, 40, 0.5),
];

const service = (
  name: string,
  dollars: number,
  hours: number,
  description: string,
  more: Partial<StarterService> = {},
): StarterService => ({
  name,
  description,
  base_cost_cents: dollars * 100,
  base_duration_minutes: hours * 60,
  modifiers: [],
  taxes: [],
  add_ons: [],
  templates: RESIDENTIAL,
  agreements: STANDARD,
  ...more,
});

/**
 * The starter services of a new company, in the order of the price list. Companies adjust the prices themselves.
 * Template and agreement names match the starters of those features.
 */
export const starterServices: readonly StarterService[] = [
  service(
    'Residential home inspection',
    375,
    2.5,
    'A complete inspection of the home, from roof to foundation, before you buy.',
    { modifiers: residentialModifiers, add_ons: starterAddOns },
  ),
  service('Condo / townhouse', 325, 2, 'The unit and everything that belongs to it alone.', {
    add_ons: [radon, insects, mold, thermal],
  }),
  service(
    'Pre-listing inspection',
    350,
    2.5,
    'For sellers who want to know the condition of their home before listing it.',
    {
      add_ons: starterAddOns,
    },
  ),
  service('New construction final', 375, 2.5, 'Before the builder hands over the keys.', {
    add_ons: [radon, sewer, pool, thermal, sprinkler],
  }),
  service('Pre-drywall', 250, 1.5, 'While framing, wiring and plumbing are still visible.', {
    add_ons: [detached],
    templates: [],
  }),
  service('11-month warranty', 350, 2.5, "Before the builder's first-year warranty ends.", {
    add_ons: [radon, sewer, mold, pool, thermal, sprinkler],
  }),
  service('Re-inspection', 150, 1, 'Confirms whether the agreed repairs were made.', { templates: [] }),
  service('Four point', 150, 1, 'Roof, electrical, plumbing, heating and cooling, for your insurer.', {
    add_ons: [insects, detached],
    templates: [],
  }),
  service('Wind mitigation', 125, 0.75, 'The home’s wind-resistant features, for your insurer.', {
    templates: [],
  }),
  service('Radon only', 175, 0.5, 'A 48-hour radon test without a home inspection.', {
    add_ons: [mold, well],
    templates: [],
    agreements: RADON_TERMS,
  }),
];
