const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const arizona = 'America/Phoenix';
const pacific = 'America/Los_Angeles';
const alaska = 'America/Anchorage';
const hawaii = 'Pacific/Honolulu';
const puertoRico = 'America/Puerto_Rico';
const guam = 'Pacific/Guam';
const samoa = 'Pacific/Pago_Pago';

/**
 * Area codes of the US and its territories by the zone that most of their people live in (NANPA, "Geographic area codes",
 * 2026). An area code that spans two zones (208, 308, 605, 701, 812, 850, 906) is in the larger part's.
 */
const areaCodes: readonly (readonly [zone: string, codes: string])[] = [
  [
    eastern,
    `203 475 860 959 302 202 771 239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954
    229 404 470 478 678 706 762 770 912 943 260 317 463 574 765 812 930 502 606 859 207 227 240 301 410 443 667
    339 351 413 508 617 774 781 857 978 231 248 269 313 517 586 616 679 734 810 906 947 989 603
    201 551 609 640 732 848 856 862 908 973 212 315 329 332 347 363 465 516 518 585 607 624 631 646 680 716 718 838 845 914 917
    929 934 252 336 472 704 743 828 910 919 980 984 216 220 234 283 326 330 380 419 436 440 513 567 614 740 937
    215 223 267 272 412 445 484 570 582 610 717 724 814 835 878 401 803 821 839 843 854 864 423 865 802
    276 434 540 571 686 703 757 804 826 948 304 681`,
  ],
  [
    central,
    `205 251 256 334 483 659 938 327 479 501 870 448 850 217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872
    219 319 515 563 641 712 316 620 785 913 270 364 225 318 337 457 504 985 218 320 507 612 651 763 924 952
    228 471 601 662 769 235 314 417 557 573 636 660 816 975 308 402 531 701 405 539 572 580 918 605 615 629 731 901 931
    210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979
    262 274 353 414 534 608 715 920`,
  ],
  [mountain, '303 719 720 748 970 983 208 986 406 505 575 385 435 801 307 915'],
  [arizona, '480 520 602 623 928'],
  [
    pacific,
    `209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818
    820 831 837 840 858 909 916 925 949 951 702 725 775 458 503 541 971 206 253 360 425 509 564`,
  ],
  [alaska, '907'],
  [hawaii, '808'],
  [puertoRico, '787 939 340'],
  [guam, '671 670'],
  [samoa, '684'],
];

const zoneOfAreaCode: ReadonlyMap<string, string> = new Map(
  areaCodes.flatMap(([zone, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, zone] as const),
  ),
);

/**
 * First three digits of ZIP codes, by the zone of most of their people (USPS Publication 65, "three-digit ZIP code
 * prefixes"). Ranges are tried in this order: exceptions precede the states that they belong to.
 */
const zipPrefixes: readonly (readonly [from: number, to: number, zone: string])[] = [
  [6, 7, puertoRico],
  [8, 9, puertoRico],
  [324, 325, central], // western Florida
  [373, 374, eastern], // eastern Tennessee
  [376, 379, eastern],
  [420, 424, central], // western Kentucky
  [463, 464, central], // Gary, Indiana
  [476, 477, central], // Evansville, Indiana
  [577, 577, mountain], // western South Dakota
  [586, 586, mountain], // western North Dakota
  [693, 693, mountain], // western Nebraska
  [798, 799, mountain], // El Paso, Texas
  [835, 835, pacific], // northern Idaho
  [838, 838, pacific],
  [865, 865, mountain], // the Navajo Nation, which has daylight saving time
  [850, 864, arizona],
  [885, 885, mountain], // El Paso, Texas
  [967, 968, hawaii],
  [969, 969, guam],
  [979, 979, mountain], // eastern Oregon
  [995, 999, alaska],
  [5, 349, eastern],
  [398, 399, eastern], // southwestern Georgia
  [350, 397, central],
  [400, 499, eastern],
  [500, 588, central],
  [590, 599, mountain],
  [600, 799, central],
  [800, 884, mountain],
  [889, 961, pacific],
  [970, 994, pacific],
];

const usZone =
  /^(?:America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit|Boise|Anchorage|Juneau|Sitka|Nome|Yakutat|Metlakatla|Adak|Menominee|Puerto_Rico|St_Thomas|Indianapolis|Louisville|(?:Indiana|Kentucky|North_Dakota)\/\w+)|Pacific\/(?:Honolulu|Guam|Saipan|Pago_Pago))$/;

/** Whether an IANA zone is one of the US and its territories. */
export function isUsTimeZone(zone: string): boolean {
  return usZone.test(zone);
}

/**
 * The IANA time zone of a US phone number by its area code, or null for any other number. It says what the clock of
 * the number's owner most likely shows, not where they are: a mobile number keeps its area code when its owner moves.
 * @param e164 the number, as +1 and ten digits
 */
export function timeZoneOfAreaCode(e164: string): string | null {
  const code = /^\+1(\d{3})\d{7}$/.exec(e164)?.[1];
  return code === undefined ? null : (zoneOfAreaCode.get(code) ?? null);
}

/** The IANA time zone of a US ZIP code (five digits), or null where there is no such prefix. */
export function timeZoneOfZip(zip: string): string | null {
  if (!/^\d{5}$/.test(zip)) return null;
  // The one ZIP code of American Samoa lies among those of Hawaii.
  if (zip === '96799') return samoa;
  const prefix = Number(zip.slice(0, 3));
  return zipPrefixes.find(([from, to]) => prefix >= from && prefix <= to)?.[2] ?? null;
}
