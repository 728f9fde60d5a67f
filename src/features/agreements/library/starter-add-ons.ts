import type { AgreementPart } from './agreement-part.ts';

const parties = (about: string): AgreementPart => [
  'Parties and property',
  `This agreement adds to the inspection agreement between the company named at its head ("we") and {{CLIENT_NAME}} ("you"). It is about ${about} at {{PROPERTY_ADDRESS}}, ordered for {{APPOINTMENT_DATE}}.`,
];

const signing: AgreementPart = [
  'Signing',
  'What the inspection agreement says about payment, claims, liability and disputes also holds here. Each client signs; a signature given electronically counts like one on paper.',
  'For the company: {{TECHNICIAN_SIGNATURE}}',
  'Date of signing: {{CURRENT_DATE}}',
];

/** Closed-house conditions and tampering are what a radon test stands or falls with. */
export const radonParts: readonly AgreementPart[] = [
  parties('a radon test'),
  [
    'The test',
    'We place a measuring device in the lowest level that is lived in, or could be, and leave it there for at least 48 hours. The result is the average of that time at that place. Radon changes with weather and season, so that another test may give another result.',
  ],
  [
    'Closed-house conditions',
    'The test is only worth something if the house stays closed from 12 hours before it begins until it ends:',
    '- all windows and outside doors stay shut, apart from normal coming and going',
    '- whole-house fans, attic fans and fireplaces stay off; heating and cooling run as usual',
    '- a radon reduction system that is there keeps running',
    'You see to it that those who live in the house are told. We leave a notice at the device.',
  ],
  [
    'No tampering',
    'Nobody may move, cover or open the device. If we find signs of it, or that the house was open, we report this; the test may then be invalid, and a new one is charged again.',
  ],
  [
    'The result',
    'The Environmental Protection Agency advises to reduce radon from 4 pCi/L on, and to consider it from 2 pCi/L on. We report the number; what you do about it is your decision. We do not design or install reduction systems.',
  ],
  signing,
];

/** What air samples can and cannot say. */
export const moldParts: readonly AgreementPart[] = [
  parties('mold sampling'),
  [
    'The samples',
    'We take air samples inside and, for comparison, outside, at places that we choose with you. An independent laboratory counts and names the spores. Its report comes to you with a short explanation.',
  ],
  [
    'What it shows, and what not',
    'A sample shows the air at one place in a few minutes. It does not prove that a house is free of mold, since mold may grow inside walls or appear later. There are no federal limits for mold in homes.',
    'We look for visible growth and for moisture where it can be reached. We do not open walls and do not search every surface.',
  ],
  [
    'Health',
    'We are no physicians and make no statement about the health of anyone. If someone in the house feels ill, ask a doctor.',
  ],
  [
    'Afterwards',
    'We do not remove mold. If removal is needed, hire a company for it, have the source of moisture corrected first, and have the result checked by somebody else than those who did the work.',
  ],
  signing,
];

/** What a camera in a drain can reach. */
export const sewerParts: readonly AgreementPart[] = [
  parties('a sewer scope'),
  [
    'The inspection',
    'We run a camera through the main drain line from an opening that can be reached, towards the public sewer or the tank, as far as the camera goes. You receive the main pictures or the recording and a description of what was seen.',
  ],
  [
    'Limits',
    'Water in the line, dirt, bends, roots and collapsed pipe can stop the camera or hide faults. Depth and distance are estimates. Branch lines, storm drains, septic tanks and fields are not included unless ordered.',
    'The line shows its state on that day. It may clog or break at any time later.',
  ],
  [
    'Access',
    'You see to it that a clean-out can be reached. If there is none, we use another opening only if it takes no pulling of toilets or work on the roof. If no opening can be reached, the trip is charged.',
    'We are not liable for damage that comes from the line being broken already, and a camera that is caught in it may have to be freed by a plumber.',
  ],
  signing,
];

/** A look for insects is no treatment and no promise. */
export const insectParts: readonly AgreementPart[] = [
  parties('an inspection for wood-destroying insects'),
  [
    'The inspection',
    'We look for visible signs of termites, carpenter ants, carpenter bees and beetles that live in wood, and for conditions that invite them, in the parts of the main building that can be reached.',
  ],
  [
    'Limits',
    'Insects live hidden. Walls, floors and ceilings are not opened, insulation and belongings are not moved, and crawlspaces are entered only where it is safe. Fences, sheds and trees are not included unless ordered.',
    'That nothing was seen does not mean that nothing is there, or that nothing will come. Old damage is reported where it is visible; how far it goes inside the wood is for a contractor to find out.',
  ],
  [
    'Treatment',
    'We do not treat. If signs of insects are found, ask a licensed pest control contractor for treatment and a general contractor for repairs, and ask the seller about earlier treatments and their warranty.',
  ],
  signing,
];
