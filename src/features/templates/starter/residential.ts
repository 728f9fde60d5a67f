import { insideSections } from './residential-inside.ts';
import { outsideSections } from './residential-outside.ts';
import { systemSections } from './residential-systems.ts';
import type { StarterTemplate } from './starter-types.ts';

/** The template a new company begins with: a whole house in 13 sections and 78 items. */
export const residentialTemplate: StarterTemplate = {
  name: 'Residential',
  description: 'A whole house, from the roof to the garage, by the usual ten systems of a home inspection.',
  report_title: 'Home inspection report',
  header_text:
    'Thank you for choosing us. This report describes the house as it was on the day of the inspection. Start with the summary, then read the whole report; it also holds what to look after in the years to come.\n\nEach part is rated: Inspected, Not Inspected, Not Present or Deficient. Defects carry one of three marks: Maintenance (blue), Recommendation (orange) and Safety hazard (red).',
  disclaimer:
    'A home inspection is a visual look at the parts of a house that can be reached safely on one day. It is no guarantee and no insurance, it does not check building codes, and it does not find what is hidden. Have the named trades look at defects before your inspection period ends, since they may find more when they open things up.',
  ratings: [
    { key: 'IN', label: 'Inspected' },
    { key: 'NI', label: 'Not Inspected' },
    { key: 'NP', label: 'Not Present' },
    { key: 'D', label: 'Deficient' },
  ],
  sections: [...outsideSections, ...systemSections, ...insideSections],
};

/** All templates a new company begins with. */
export const starterTemplates: readonly StarterTemplate[] = [residentialTemplate];
