/** One US state, or the District of Columbia. */
export type State = {
  readonly code: string;
  readonly name: string;
  readonly capital: string;
  readonly largestCity: string;
  readonly nickname: string;
  /** Year it joined the Union. */
  readonly year: number;
  /** Resident population, census of 2020. */
  readonly population: number;
};

/** Public facts: US Census Bureau (2020 census); capital, nickname and year from each state's site. */
const rows = `AL|Alabama|Montgomery|Huntsville|the Heart of Dixie|1819|5024279
AK|Alaska|Juneau|Anchorage|the Last Frontier|1959|733391
AZ|Arizona|Phoenix|Phoenix|the Grand Canyon State|1912|7151502
AR|Arkansas|Little Rock|Little Rock|the Natural State|1836|3011524
CA|California|Sacramento|Los Angeles|the Golden State|1850|39538223
CO|Colorado|Denver|Denver|the Centennial State|1876|5773714
CT|Connecticut|Hartford|Bridgeport|the Constitution State|1788|3605944
DE|Delaware|Dover|Wilmington|the First State|1787|989948
DC|District of Columbia|Washington|Washington|the District|1791|689545
FL|Florida|Tallahassee|Jacksonville|the Sunshine State|1845|21538187
GA|Georgia|Atlanta|Atlanta|the Peach State|1788|10711908
HI|Hawaii|Honolulu|Honolulu|the Aloha State|1959|1455271
ID|Idaho|Boise|Boise|the Gem State|1890|1839106
IL|Illinois|Springfield|Chicago|the Prairie State|1818|12812508
IN|Indiana|Indianapolis|Indianapolis|the Hoosier State|1816|6785528
IA|Iowa|Des Moines|Des Moines|the Hawkeye State|1846|3190369
KS|Kansas|Topeka|Wichita|the Sunflower State|1861|2937880
KY|Kentucky|Frankfort|Louisville|the Bluegrass State|1792|4505836
LA|Louisiana|Baton Rouge|New Orleans|the Pelican State|1812|4657757
ME|Maine|Augusta|Portland|the Pine Tree State|1820|1362359
MD|Maryland|Annapolis|Baltimore|the Old Line State|1788|6177224
MA|Massachusetts|Boston|Boston|the Bay State|1788|7029917
MI|Michigan|Lansing|Detroit|the Great Lakes State|1837|10077331
MN|Minnesota|Saint Paul|Minneapolis|the North Star State|1858|5706494
MS|Mississippi|Jackson|Jackson|the Magnolia State|1817|2961279
MO|Missouri|Jefferson City|Kansas City|the Show Me State|1821|6154913
MT|Montana|Helena|Billings|the Treasure State|1889|1084225
NE|Nebraska|Lincoln|Omaha|the Cornhusker State|1867|1961504
NV|Nevada|Carson City|Las Vegas|the Silver State|1864|3104614
NH|New Hampshire|Concord|Manchester|the Granite State|1788|1377529
NJ|New Jersey|Trenton|Newark|the Garden State|1787|9288994
NM|New Mexico|Santa Fe|Albuquerque|the Land of Enchantment|1912|2117522
NY|New York|Albany|New York City|the Empire State|1788|20201249
NC|North Carolina|Raleigh|Charlotte|the Tar Heel State|1789|10439388
ND|North Dakota|Bismarck|Fargo|the Peace Garden State|1889|779094
OH|Ohio|Columbus|Columbus|the Buckeye State|1803|11799448
OK|Oklahoma|Oklahoma City|Oklahoma City|the Sooner State|1907|3959353
OR|Oregon|Salem|Portland|the Beaver State|1859|4237256
PA|Pennsylvania|Harrisburg|Philadelphia|the Keystone State|1787|13002700
RI|Rhode Island|Providence|Providence|the Ocean State|1790|1097379
SC|South Carolina|Columbia|Charleston|the Palmetto State|1788|5118425
SD|South Dakota|Pierre|Sioux Falls|the Mount Rushmore State|1889|886667
TN|Tennessee|Nashville|Nashville|the Volunteer State|1796|6910840
TX|Texas|Austin|Houston|the Lone Star State|1845|29145505
UT|Utah|Salt Lake City|Salt Lake City|the Beehive State|1896|3271616
VT|Vermont|Montpelier|Burlington|the Green Mountain State|1791|643077
VA|Virginia|Richmond|Virginia Beach|the Old Dominion|1788|8631393
WA|Washington|Olympia|Seattle|the Evergreen State|1889|7705281
WV|West Virginia|Charleston|Charleston|the Mountain State|1863|1793716
WI|Wisconsin|Madison|Milwaukee|the Badger State|1848|5893718
WY|Wyoming|Cheyenne|Cheyenne|the Equality State|1890|576851`;

export const states: readonly State[] = rows.split('\n').map((row) => {
  const [code = '', name = '', capital = '', largestCity = '', nickname = '', year, population] = row.split('|');
  return { code, name, capital, largestCity, nickname, year: Number(year), population: Number(population) };
});
