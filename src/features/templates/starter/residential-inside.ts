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
  'We look at the parts of fireplaces and stoves that can be seen, and move the damper. We do not light fires, and we do not look into the length of the flue.',
  [
    item(
      'Firebox',
      choice('Fuel', 'Wood', 'Gas', 'Pellet', 'Electric'),
      choice('Type', 'Masonry', 'Factory-built', 'Stove', 'Insert', 'None'),
    ),
    item(
      'Damper and flue',
      limitationComment(
        'Flue not visible over its length',
        'Only the bottom and, where it could be reached, the top of the flue could be seen. Cracks or deposits further inside would not have been found.',
      ),
      defect(
        'Cleaning and level-2 check advised',
        2,
        'Chimney sweep',
        [200, 500],
        'Living room',
        'Soot or creosote lies in the flue, and no record of a recent cleaning was found. Creosote can catch fire, and a damaged liner can let that fire into the house. Before the first use have a chimney sweep clean it and inspect it at level 2, which includes a camera.',
      ),
    ),
    item('Hearth and mantel'),
  ],
);

const attic = section(
  'Attic, insulation, ventilation',
  'We look at structure, insulation and ventilation from the hatch or from within where there is a safe way to walk. We do not step on or move insulation.',
  [
    item(
      'Access',
      choice('Method', 'Entered', 'Viewed from the hatch', 'No access'),
      limitationComment(
        'Attic not accessible',
        'The attic hatch was sealed, blocked or out of reach, or there was no safe place to stand. The parts that could not be seen were not inspected.',
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
        'The insulation is thinner than what is usual in new houses of this climate. The house will cost more to heat and cool, and rooms below may be uncomfortable. Consider adding insulation after air leaks in the attic floor have been sealed.',
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
        'A bath fan blows into the attic instead of outdoors. Its moist air condenses on cold wood and leads to mold and rot. Have an insulated duct run to a hood in the roof or wall.',
      ),
    ),
    item('Vapor barrier'),
  ],
);

const interior = section(
  'Doors, windows, interior',
  'We open a number of doors and windows and look at walls, ceilings, floors, stairs and built-in cabinets. Wear and matters of taste are not reported.',
  [
    item(
      'Doors',
      defect(
        'Does not latch',
        1,
        'Handyman',
        [50, 150],
        'Primary bedroom',
        'This door does not latch or rubs on its frame. Often the hinges have loosened or the strike plate stands wrong. Have the hinges tightened and the strike adjusted; if other doors begin to stick too, look for movement of the frame.',
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
        'Moisture between the panes shows that the seal of the insulated glass has failed. The window insulates less well, and the view stays cloudy. Have a window contractor replace the glass unit; the frame can usually stay.',
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
        'A stain on the ceiling was dry when measured with a moisture meter. It comes from an earlier leak; whether the cause was repaired is not known. Ask the seller, look at it again after heavy rain, and repaint it with a stain blocker once it stays dry.',
      ),
    ),
    item(
      'Floors',
      multiChoice('Floor materials', 'Hardwood', 'Carpet', 'Tile', 'Vinyl', 'Laminate', 'Concrete'),
      limitationComment(
        'View limited by furniture and rugs',
        'Furniture, rugs and stored goods covered parts of floors and walls. They were not moved, and what lies beneath was not seen.',
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
        'The steps of this stair differ in height by more than three eighths of an inch. People do not expect it, trip and fall. Have a general contractor even the steps out; until then mark the odd one.',
      ),
    ),
    item('Counters and cabinets'),
  ],
);

const appliances = section(
  'Built-in appliances',
  'We switch built-in appliances on and off by their normal controls. We do not judge how well they clean, heat or cool, and do not test timers or self-cleaning.',
  [
    item('Dishwasher', openQuestion('Dishwasher brand')),
    item(
      'Range and oven',
      openQuestion('Range brand'),
      limitationComment(
        'Appliance in use or not connected',
        'An appliance was in use, full or not connected, and was therefore not run. Have it tried before closing.',
      ),
      defect(
        'No anti-tip bracket',
        3,
        'Appliance technician',
        [20, 120],
        'Kitchen',
        'The range tips forward because its anti-tip bracket is missing or not engaged. A child who climbs on the open door can pull it over, with hot pots on top. Have the bracket installed; it takes minutes.',
      ),
    ),
    item('Vent hood', openQuestion('Vent hood brand'), choice('Vents to', 'Outdoors', 'Back into the room')),
    item('Disposal', openQuestion('Disposal brand')),
    item('Microwave', openQuestion('Microwave brand')),
  ],
);

const garage = section(
  'Garage',
  'We run the vehicle doors, test the safety stops of the openers, and look at the walls and the door between garage and house.',
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
        'The door did not reverse when it met an object on its way down. A closing door can badly hurt a child or a pet. Have a garage door contractor adjust or replace the opener, and do not use it until then.',
      ),
    ),
    item(
      'Fire separation',
      limitationComment(
        'Walls hidden by stored goods',
        'Stored goods and shelves covered parts of the walls and ceiling of the garage. Openings behind them would not have been seen.',
      ),
      defect(
        'Opening in the wall to the house',
        3,
        'General contractor',
        [150, 800],
        'Garage',
        'There is an opening in the wall or ceiling between the garage and the house. Fire, smoke and exhaust can pass through it into the living space. Have it closed with drywall and sealed with fire-rated material.',
      ),
    ),
    item('Door to house'),
    item('Floor'),
  ],
);

/** Sections 9 to 13 of the residential template: the house from inside. */
export const insideSections = [fireplace, attic, interior, appliances, garage];
