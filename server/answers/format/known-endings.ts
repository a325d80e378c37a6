/** File extensions that are not top-level domains, so that no phone turns them into links: "node.js", "notes.txt". */
export const fileEndings: ReadonlySet<string> = new Set(
  `js ts jsx tsx txt htm html pdf exe json xml csv jpg jpeg png gif doc docx xls xlsx ppt pptx mp3 mp4 wav css dll bat ini log
  dat yml yaml conf cfg cpp hpp java jar apk dmg iso rar tar gz sql php aspx jsp lua vbs svg webp heic bmp tiff epub torrent
  bak tmp rtf odt avi mkv flv ipynb toml`.split(/\s+/),
);

/** File extensions that are also top-level domains: spelled out where the text is about files. */
export const fileEndingsThatAreDomains: ReadonlySet<string> = new Set('py sh rs md pl zip mov so cc'.split(' '));

/** Products whose names have a dot before something that is a top-level domain. */
export const dottedNames: ReadonlySet<string> = new Set('ASP.NET VB.NET ADO.NET ML.NET will.i.am Will.i.am'.split(' '));

/** Degrees and similar abbreviations that end no sentence, so the sentence splitter does not list them. */
export const dottedAbbreviations: ReadonlySet<string> = new Set(
  'ph.d ph.ds m.sc b.sc m.ed ed.d ed.s psy.d m.phil d.phil m.eng b.eng m.div th.d th.m ll.m ll.b pharm.d st.d ee.uu p.ej'.split(
    ' ',
  ),
);

/**
 * Domains that do not begin a sentence in lower case, and are read as an address even with a space before or after the
 * dot.
 */
export const plainDomains = 'com|net|org|biz|xyz';

/**
 * Top-level domains of three letters and more that a person may come across (IANA's list has 1,400; two letters are
 * always a country's: https://data.iana.org/TLD/tlds-alpha-by-domain.txt). An ending that is missing here costs nothing
 * but a blank: no dot between two letters is ever kept because its ending is not a domain.
 */
const genericDomains: ReadonlySet<string> = new Set(
  `com net org info biz name pro mobi gov edu mil int aero asia cat coop jobs museum post tel travel xxx app dev page site online
  store shop website web space tech top xyz icu vip club live life link click work works world today news media blog win bid
  loan loans men download stream racing review reviews party trade date science cloud host press fun cam bar rest monster cyou
  cfd sbs bond quest lol mom pics beauty hair skin makeup buzz surf fit ink wiki design art studio agency digital services
  support help center email network systems solutions company finance financial money cash credit bank insurance tax delivery
  express chat social group team zone city house homes land rent rentals autos cars car bike boats flights hotel holiday
  tours vacations voyage restaurant cafe pizza menu kitchen recipes health healthcare care clinic doctor dental fitness
  yoga diet school academy education college university courses training careers career legal law attorney lawyer adult
  porn sex sexy dating love gift gifts toys games game bet casino poker exchange market markets trading forex capital fund
  investments properties estate realty apartments build builders construction contractors plumbing repair tools supply
  supplies parts equipment industries energy solar green eco bio organic farm garden flowers florist fashion clothing
  shoes boutique jewelry watch watches gold diamonds gallery photo photos photography pictures video movie film music band
  audio radio show theater tickets events wedding guide tips how expert guru ninja rocks cool wow sucks fail best one plus
  red blue pink black now here new hot run you google amazon apple youtube zip mov foo rsvp day phd prof dad ing meme
  channel play search map example test local onion`.split(/\s+/),
);

/** Domains in other alphabets: of countries, and generic ones. */
export const otherDomains: readonly string[] =
  `рф рус бел укр мкд срб мон қаз бг ею онлайн сайт орг ком нет дети москва 中国 中國 公司 网络 網絡 网址 网站 在线 商城 商店 集团 台湾 台灣 香港 新加坡
  移动 手机 コム みんな ストア セール 한국 닷컴 닷넷 भारत संगठन नेट कॉम السعودية مصر الاردن امارات قطر المغرب الجزائر شبكة موقع كوم ایران پاکستان ไทย คอม קום ישראל
  ελ ευ հայ`.split(/\s+/);

/** Whether what follows the last dot is a top-level domain. */
export function isDomainEnding(ending: string): boolean {
  const lower = ending.toLowerCase();
  return (
    /^[a-z]{2}$/.test(lower) || lower.startsWith('xn--') || genericDomains.has(lower) || otherDomains.includes(lower)
  );
}
