import type { AgreementPart } from './agreement-part.ts';

const parties = (about: string): AgreementPart => [
  'Parties and property',
  `This agreement supplements the inspection agreement between the company named at the top of this document ("we") and {{CLIENT_NAME}} ("you"). It covers ${about} at {{PROPERTY_ADDRESS}}, scheduled for {{APPOINTMENT_DATE}}.`,
];

const signing: AgreementPart = [
  'Signing',
  'The terms of the inspection agreement on payment, claims, liability, and disputes also apply here. Each client must sign. An electronic signature has the same effect as a handwritten one.',
  'For the company: {{TECHNICIAN_SIGNATURE}}',
  'Date signed: {{CURRENT_DATE}}',
];

/** A radon test is valid only under closed-house conditions and without tampering. */
export const radonParts: readonly AgreementPart[] = [
  parties('a radon test'),
  [
    'The test',
    'We place a measuring device in the lowest level of the home that is or could be lived in, and leave it there for at least 48 hours. The result is the average radon level at that location over that time. Radon levels vary with the weather and the season, so another test may produce a different result.',
  ],
  [
    'Closed-house conditions',
    'The result is valid only if the home stays closed from 12 hours before the test starts until it ends:',
    '- Keep all windows and exterior doors closed, except for normal entry and exit.',
    '- Leave whole-house fans, attic fans, and fireplaces off. Run heating and cooling as usual.',
    '- Leave any existing radon mitigation system running.',
    'You are responsible for informing the occupants. We leave a notice at the device.',
  ],
  [
    'No tampering',
    'The device must not be moved, covered, or opened. If we find signs of tampering, or that the home was not kept closed, we report it. The test may then be invalid, and a retest is charged separately.',
  ],
  [
    'The result',
    'The U.S. Environmental Protection Agency (EPA) recommends reducing radon levels of 4 pCi/L or higher, and considering it from 2 pCi/L. We report the measured level; any decision about mitigation is yours. We do not design or install mitigation systems.',
  ],
  signing,
];

/** What air samples can and cannot show. */
export const moldParts: readonly AgreementPart[] = [
  parties('mold sampling'),
  [
    'The samples',
    'We take indoor air samples and, for comparison, outdoor samples, at locations that we choose with you. An independent laboratory identifies and counts the spores. You receive the laboratory report with a short explanation.',
  ],
  [
    'What the results mean',
    'A sample shows the air at one location over a few minutes. It does not prove that a home is free of mold: mold may be growing inside walls or may appear later. There are no federal limits for mold in homes.',
    'We look for visible growth and for moisture in accessible areas. We do not open walls or search every surface.',
  ],
  [
    'Health',
    "We are not physicians and make no statement about anyone's health. If anyone in the home feels ill, consult a doctor.",
  ],
  [
    'Remediation',
    'We do not remove mold. If remediation is needed, hire a qualified contractor, have the source of moisture corrected first, and have the result checked by someone other than the company that did the work.',
  ],
  signing,
];

/** How far a camera reaches in a drain line. */
export const sewerParts: readonly AgreementPart[] = [
  parties('a sewer scope'),
  [
    'The inspection',
    'We run a camera through the main drain line from an accessible opening toward the public sewer or the septic tank, as far as the camera can travel. You receive the key images or the recording, and a description of what we saw.',
  ],
  [
    'Limits',
    'Standing water, debris, bends, roots, and collapsed pipe can stop the camera or hide defects. Depths and distances are estimates. Branch lines, storm drains, septic tanks, and drain fields are not included unless ordered.',
    'The inspection shows the condition of the line on that day. The line may clog or fail at any later time.',
  ],
  [
    'Access',
    'You are responsible for making a cleanout accessible. If there is no cleanout, we use another opening only if that does not require removing a toilet or working on the roof. If no opening is accessible, a trip fee applies.',
    'We are not liable for damage caused by a line that was already broken. If the camera gets stuck in the line, a plumber may be needed to free it.',
  ],
  signing,
];

/** An inspection for insects is neither a treatment nor a guarantee. */
export const insectParts: readonly AgreementPart[] = [
  parties('an inspection for wood-destroying insects'),
  [
    'The inspection',
    'We look for visible signs of termites, carpenter ants, carpenter bees, and wood-boring beetles, and for conditions conducive to them, in the accessible areas of the main building.',
  ],
  [
    'Limits',
    'Wood-destroying insects are often concealed. We do not open walls, floors, or ceilings or move insulation or belongings, and we enter crawlspaces only where it is safe. Fences, sheds, and trees are not included unless ordered.',
    'If no signs are found, that does not mean that no insects are present or that none will appear later. We report old damage where it is visible; a contractor must determine how far it extends inside the wood.',
  ],
  [
    'Treatment',
    'We do not provide treatment. If signs of insects are found, contact a licensed pest control contractor for treatment and a general contractor for repairs, and ask the seller about earlier treatments and their warranties.',
  ],
  signing,
];
