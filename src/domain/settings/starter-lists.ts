/** Professionals that a report can recommend; initial value of the company's setting `template_recommendations`. */
export const starterRecommendations: readonly string[] = [
  'General contractor',
  'Roofer',
  'Electrician',
  'Plumber',
  'HVAC contractor',
  'Structural engineer',
  'Foundation contractor',
  'Chimney sweep',
  'Insulation contractor',
  'Siding contractor',
  'Window contractor',
  'Gutter contractor',
  'Grading and landscaping contractor',
  'Mason',
  'Deck contractor',
  'Garage door contractor',
  'Appliance technician',
  'Pest control contractor',
  'Mold contractor',
  'Radon mitigation contractor',
  'Handyman',
  'Tree service',
  'Sewer contractor',
  'Septic contractor',
  'Well contractor',
  'Pool contractor',
];

/** Locations of defects; initial value of the company's setting `location_tags`. */
export const starterLocationTags: readonly string[] = [
  'Front',
  'Rear',
  'Left',
  'Right',
  'North',
  'South',
  'East',
  'West',
  'Basement',
  'Crawlspace',
  'Attic',
  'Garage',
  'Kitchen',
  'Living room',
  'Dining room',
  'Hall',
  'Stairs',
  'Primary bedroom',
  'Bedroom 2',
  'Bedroom 3',
  'Bedroom 4',
  'Bedroom 5',
  'Primary bath',
  'Bath 2',
  'Bath 3',
  'Bath 4',
  'Laundry',
  'Utility room',
  'Deck',
  'Porch',
  'Roof slope front',
  'Roof slope rear',
  'Throughout',
  'Multiple places',
];

export interface StarterDefectCategory {
  /** As in a comment's `category`; companies can add their own from 4 on. */
  category: number;
  name: string;
  description: string;
  /** The color of its badge in editor, report and PDF. */
  color: string;
  in_summary: boolean;
  is_private: boolean;
}

/** Severities of defects; initial value of the company's setting `defect_categories`. */
export const starterDefectCategories: readonly StarterDefectCategory[] = [
  {
    category: 1,
    name: 'Maintenance',
    description: 'Monitor, or fix during routine home maintenance.',
    color: '#1c7ed6',
    in_summary: false,
    is_private: false,
  },
  {
    category: 2,
    name: 'Recommendation',
    description: 'Should be repaired by a qualified professional.',
    color: '#e8590c',
    in_summary: true,
    is_private: false,
  },
  {
    category: 3,
    name: 'Safety hazard',
    description: 'A danger to people or a major defect that needs prompt attention.',
    color: '#c92a2a',
    in_summary: true,
    is_private: false,
  },
];
