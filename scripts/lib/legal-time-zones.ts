const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const ARIZONA = 'America/Phoenix';
const PACIFIC = 'America/Los_Angeles';

/**
 * A state that is not in one zone: `zone` of most of it, and the counties and towns that are in `otherZone`. A county that
 * `otherZone` has only in part is left out; its towns are listed, or it is `unsure`.
 */
type Split = {
  readonly zone: string;
  readonly otherZone: string;
  readonly counties?: string;
  readonly towns?: string;
  /** Towns of these counties that are in `zone` all the same. */
  readonly exceptTowns?: string;
  /** Counties that a line of no county divides: the look-up by coordinates decides. */
  readonly unsure?: string;
};

const wholeStates: readonly (readonly [zone: string, states: string])[] = [
  [EASTERN, 'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV'],
  [CENTRAL, 'AR IA IL LA MN MO MS WI'],
  [MOUNTAIN, 'CO MT NM UT WY'],
  [PACIFIC, 'CA WA'],
];

/**
 * The lines between time zones (49 CFR part 71), which follow counties nearly everywhere. Not in it: Alabama, whose towns at
 * the border keep Georgia's time, and Alaska.
 */
const splitStates: Readonly<Record<string, Split>> = {
  // The Navajo Nation has daylight saving time, the Hopi Reservation and the rest of the state have none.
  AZ: {
    zone: ARIZONA,
    otherZone: MOUNTAIN,
    towns:
      'Blue Gap, Cameron, Chambers, Chinle, Dennehotso, Fort Defiance, Ganado, Houck, Indian Wells, Kaibeto, Kayenta, Leupp, Lukachukai, Lupton, Many Farms, Nazlini, Pinon, Red Valley, Rock Point, Round Rock, Saint Michaels, Sanders, Shonto, Teec Nos Pos, Tonalea, Tsaile, Tuba City, Window Rock',
  },
  FL: {
    zone: EASTERN,
    otherZone: CENTRAL,
    counties: 'Bay, Calhoun, Escambia, Gulf, Holmes, Jackson, Okaloosa, Santa Rosa, Walton, Washington',
    exceptTowns: 'Port Saint Joe',
  },
  ID: {
    zone: MOUNTAIN,
    otherZone: PACIFIC,
    counties: 'Benewah, Bonner, Boundary, Clearwater, Idaho, Kootenai, Latah, Lewis, Nez Perce, Shoshone',
    // South of the Salmon River.
    exceptTowns: 'Pollock, Riggins, Warren',
  },
  IN: {
    zone: EASTERN,
    otherZone: CENTRAL,
    counties: 'Gibson, Jasper, Lake, LaPorte, Newton, Perry, Porter, Posey, Spencer, Starke, Vanderburgh, Warrick',
  },
  KS: { zone: CENTRAL, otherZone: MOUNTAIN, counties: 'Greeley, Hamilton, Sherman, Wallace' },
  KY: {
    zone: EASTERN,
    otherZone: CENTRAL,
    counties:
      'Adair, Allen, Ballard, Barren, Breckinridge, Butler, Caldwell, Calloway, Carlisle, Christian, Clinton, Crittenden, Cumberland, Daviess, Edmonson, Fulton, Graves, Grayson, Green, Hancock, Hart, Henderson, Hickman, Hopkins, Livingston, Logan, Lyon, Marshall, McCracken, McLean, Metcalfe, Monroe, Muhlenberg, Ohio, Russell, Simpson, Todd, Trigg, Union, Warren, Webster',
  },
  MI: { zone: EASTERN, otherZone: CENTRAL, counties: 'Dickinson, Gogebic, Iron, Menominee' },
  ND: {
    zone: CENTRAL,
    otherZone: MOUNTAIN,
    counties: 'Adams, Billings, Bowman, Dunn, Golden Valley, Grant, Hettinger, Slope, Stark',
    // McKenzie County, south of the Little Missouri River.
    towns: 'Grassy Butte',
    unsure: 'Sioux',
  },
  NE: {
    zone: CENTRAL,
    otherZone: MOUNTAIN,
    counties:
      'Arthur, Banner, Box Butte, Chase, Cheyenne, Dawes, Deuel, Dundy, Garden, Grant, Hooker, Keith, Kimball, Morrill, Perkins, Scotts Bluff, Sheridan, Sioux',
    unsure: 'Cherry',
  },
  NV: { zone: PACIFIC, otherZone: MOUNTAIN, towns: 'West Wendover' },
  // Kenton keeps the time of New Mexico.
  OK: { zone: CENTRAL, otherZone: MOUNTAIN, towns: 'Kenton' },
  OR: { zone: PACIFIC, otherZone: MOUNTAIN, counties: 'Malheur' },
  SD: {
    zone: CENTRAL,
    otherZone: MOUNTAIN,
    counties:
      'Bennett, Butte, Corson, Custer, Dewey, Fall River, Haakon, Harding, Jackson, Lawrence, Meade, Oglala Lakota County, Pennington, Perkins, Ziebach',
    unsure: 'Stanley',
  },
  TN: {
    zone: CENTRAL,
    otherZone: EASTERN,
    counties:
      'Anderson, Blount, Bradley, Campbell, Carter, Claiborne, Cocke, Grainger, Greene, Hamblen, Hamilton, Hancock, Hawkins, Jefferson, Johnson, Knox, Loudon, McMinn, Meigs, Monroe, Morgan, Polk, Rhea, Roane, Scott, Sevier, Sullivan, Unicoi, Union, Washington',
  },
  TX: { zone: CENTRAL, otherZone: MOUNTAIN, counties: 'El Paso, Hudspeth' },
};

const zoneOfWholeState: ReadonlyMap<string, string> = new Map(
  wholeStates.flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

/** Where an address of the post is. `county`: without "County", as GeoNames writes it; empty when unknown. */
export type PostalTown = { readonly city: string; readonly county: string; readonly state: string };

/** The zone whose clock a town has by law, or by a custom that all of it keeps; null where only coordinates can tell. */
export function legalTimeZone({ city, county, state }: PostalTown): string | null {
  const split = splitStates[state];
  if (split === undefined) return zoneOfWholeState.get(state) ?? null;
  const { zone, otherZone, counties, towns, exceptTowns, unsure } = split;
  if (isOneOf(towns, city)) return otherZone;
  if (isOneOf(exceptTowns, city)) return zone;
  if (isOneOf(unsure, county) || (counties !== undefined && county === '')) return null;
  return isOneOf(counties, county) ? otherZone : zone;
}

function isOneOf(list: string | undefined, name: string): boolean {
  return list?.split(',').some((one) => lettersOf(one) === lettersOf(name)) ?? false;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

const [WINTER, SUMMER] = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')];

/** Whether the clocks of two zones show the same time all year: "America/Detroit" and "America/New_York". */
export function hasSameClock(first: string, second: string): boolean {
  return clockIn(first) === clockIn(second);
}

/** Some thirty thousand places share a dozen zones. */
const clocks = new Map<string, string>();

function clockIn(timeZone: string): string {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = [WINTER, SUMMER].map((moment) => moment.toLocaleString('en-US', { timeZone })).join();
  clocks.set(timeZone, clock);
  return clock;
}
