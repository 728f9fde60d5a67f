import {
  choice,
  defect,
  item,
  limitationComment,
  multiChoice,
  openQuestion,
  section,
} from './starter-types.ts';

const fireplace = section(
  'Fireplace and stoves',
  'We inspect the visible parts of fireplaces and stoves and operate the dampers. We do not light fires or inspect the full length of the flue.',
  [
    item(
      'Firebox',
      choice('Fuel', 'Wood', 'Gas', 'Pellet', 'Electric'),
      choice('Type', 'Masonry', 'Factory-built', 'Stove', 'Insert', 'None'),
    ),
    item(
      'Damper and flue',
      limitationComment(
        'Full length of flue not visible',
        'Only the bottom of the flue and, where accessible, the top were visible. Cracks or deposits inside the flue would not have been detected.',
      ),
      defect(
        'Cleaning and level-2 check advised',
        2,
        'Chimney sweep',
        [200, 500],
        'Living room',
        'Soot or creosote buildup was observed in the flue, and no record of a recent cleaning was found. Creosote can ignite, and a damaged liner can let a chimney fire spread to the house. Before first use, have a chimney sweep clean the flue and perform a level 2 inspection, which includes a camera scan.',
      ),
    ),
    item('Hearth and mantel'),
  ],
);

const attic = section(
  'Attic, insulation, ventilation',
  'We inspect the attic structure, insulation, and ventilation from the hatch, or from inside where there is a safe walkway. We do not step on or move insulation.',
  [
    item(
      'Access',
      choice('Method', 'Entered', 'Viewed from the hatch', 'No access'),
      limitationComment(
        'Attic not accessible',
        'The attic hatch was sealed, blocked, or out of reach, or the attic had no safe place to stand. Areas that were not visible were not inspected.',
      ),
    ),
    item('Structure'),
    item(
      'Insulation',
      multiChoice(
        'Insulation type',
        'Fiberglass batts',
        'Blown fiberglass',
        'Cellulose',
        'Spray foam',
        'Mineral wool',
        'None',
      ),
      openQuestion('Depth (inches)', 'number'),
      openQuestion('R-value estimate', 'number'),
      defect(
        "Below today's usual level",
        1,
        'Insulation contractor',
        [800, 2500],
        'Attic',
        'The insulation depth is below what is typical for new homes in this climate. Heating and cooling costs will be higher, and the rooms below may be uncomfortable. Consider adding insulation after air leaks in the attic floor have been sealed.',
      ),
    ),
    item('Ventilation'),
    item(
      'Exhaust fans',
      defect(
        'Bath fan ends in the attic',
        2,
        'Handyman',
        [150, 500],
        'Attic',
        'A bathroom exhaust fan discharges into the attic instead of outdoors. The moist air condenses on cold wood and leads to mold and rot. Recommend extending an insulated duct to a hood on the roof or an exterior wall.',
      ),
    ),
    item('Vapor barrier'),
  ],
);

const interior = section(
  'Doors, windows, interior',
  'We operate a representative number of doors and windows and inspect walls, ceilings, floors, stairs, and built-in cabinets. We do not report cosmetic wear or matters of taste.',
  [
    item(
      'Doors',
      defect(
        'Does not latch',
        1,
        'Handyman',
        [50, 150],
        'Primary bedroom',
        'This door does not latch or rubs against its frame. Loose hinges or a misaligned strike plate are the usual cause. Recommend tightening the hinges and adjusting the strike plate; if other doors begin to stick, check for movement of the structure.',
      ),
    ),
    item(
      'Windows',
      multiChoice('Window type', 'Single hung', 'Double hung', 'Casement', 'Sliding', 'Awning', 'Fixed'),
      defect(
        'Seal failed, glass foggy',
        1,
        'Window contractor',
        [200, 600],
        'Living room',
        'Condensation between the panes indicates that the seal of the insulated glass has failed. The window insulates less effectively, and the glass will stay foggy. Have a window contractor replace the glass unit; the frame can usually be reused.',
      ),
    ),
    item('Walls'),
    item(
      'Ceilings',
      defect(
        'Stain, dry when measured',
        1,
        'Handyman',
        [100, 400],
        'Bedroom 2',
        'A stain was observed on the ceiling; it was dry when tested with a moisture meter. It is the result of a past leak, and whether the source was repaired is unknown. Ask the seller, recheck the area after heavy rain, and repaint with a stain-blocking primer once it stays dry.',
      ),
    ),
    item(
      'Floors',
      multiChoice('Floor materials', 'Hardwood', 'Carpet', 'Tile', 'Vinyl', 'Laminate', 'Concrete'),
      limitationComment(
        'View limited by furniture and rugs',
        'Furniture, rugs, and stored items covered parts of the floors and walls. They were not moved, and the areas behind and beneath them were not inspected.',
      ),
    ),
    item(
      'Stairs and railings',
      defect(
        'Rise uneven, trip hazard',
        3,
        'General contractor',
        [300, 2000],
        'Stairs',
        'The riser heights of these stairs vary by more than three-eighths of an inch. Uneven steps are a trip hazard because people do not expect them. Have a general contractor correct the risers, and mark the uneven step until then.',
      ),
    ),
    item('Counters and cabinets'),
  ],
);

const appliances = section(
  'Built-in appliances',
  'We turn built-in appliances on and off using their normal controls. We do not evaluate how well they clean, heat, or cool, and we do not test timers or self-cleaning functions.',
  [
    item('Dishwasher', openQuestion('Dishwasher brand')),
    item(
      'Range and oven',
      openQuestion('Range brand'),
      limitationComment(
        'Appliance in use or not connected',
        'An appliance was in use, full, or not connected, so it was not operated. Have it tested before closing.',
      ),
      defect(
        'No anti-tip bracket',
        3,
        'Appliance technician',
        [20, 120],
        'Kitchen',
        'The range can tip forward because its anti-tip bracket is missing or not engaged. A child who climbs on the open oven door can pull the range over, along with any hot pots on top. Install the bracket; it takes only minutes.',
      ),
    ),
    item(
      'Vent hood',
      openQuestion('Vent hood brand'),
      choice('Vents to', 'Outdoors', 'Indoors (recirculating)'),
    ),
    item('Disposal', openQuestion('Disposal brand')),
    item('Microwave', openQuestion('Microwave brand')),
  ],
);

const garage = section(
  'Garage',
  'We operate the vehicle doors, test the safety reverse of the openers, and inspect the garage walls and the door between the garage and the house.',
  [
    item(
      'Vehicle door',
      choice('Garage', 'Attached', 'Detached', 'Carport', 'None'),
      openQuestion('Number of doors', 'number'),
    ),
    item(
      'Opener and safety stop',
      defect(
        'Does not reverse on contact',
        3,
        'Garage door contractor',
        [100, 350],
        'Garage',
        'The door did not reverse when it met an object while closing. A closing door can seriously injure a child or a pet. Have a garage door contractor adjust or replace the opener, and do not use it until then.',
      ),
    ),
    item(
      'Fire separation',
      limitationComment(
        'Walls hidden by stored items',
        'Stored items and shelves covered parts of the garage walls and ceiling. Openings behind them would not have been visible.',
      ),
      defect(
        'Opening in the wall to the house',
        3,
        'General contractor',
        [150, 800],
        'Garage',
        'There is an opening in the wall or ceiling between the garage and the house. Fire, smoke, and exhaust fumes can pass through it into the living space. Have the opening closed with drywall and sealed with fire-rated material.',
      ),
    ),
    item('Door to house'),
    item('Floor'),
  ],
);

/** Sections 9 to 13 of the residential template: fireplace, attic, interior, appliances and garage. */
export const insideSections = [fireplace, attic, interior, appliances, garage];
