import { withoutAccents } from '#server/platform/without-accents.ts';

/**
 * What a question asks for that an answer must otherwise not contain (docs/reference/security.md#t32). Booleans and
 * words of a closed list: no plaintext is kept.
 */
export type Asks = {
  /** A phone number, or someone to call. */
  readonly phone: boolean;
  readonly mail: boolean;
  /** A website, which the answer then names in words ("usps dot com"). */
  readonly site: boolean;
  /** Whether the question is about this service. */
  readonly us: boolean;
  /** How messages are stopped, or what to text to whom: "how do i stop spam texts". */
  readonly keywords: boolean;
  /** How something is renewed, reactivated or upgraded. */
  readonly renewal: boolean;
  /** The `ownThings` that it names; the answer may say that they expired, ended or were locked. */
  readonly things: readonly string[];
};

/** Things that people own, renew or have to prove. Phishing alerts are about one of them. */
export const ownThings: readonly string[] =
  'plan subscription membership service trial account coverage warranty card payment number license profile identity password billing cuenta tarjeta servicio suscripción número licencia membresía'.split(
    ' ',
  );

/** Asks for nothing beyond an answer: the value for an unknown question. */
export const asksNothing: Asks = {
  phone: false,
  mail: false,
  site: false,
  us: false,
  keywords: false,
  renewal: false,
  things: [],
};

/** Asks for everything; shows what the filter removed. */
export const asksAll: Asks = {
  phone: true,
  mail: true,
  site: true,
  us: true,
  keywords: true,
  renewal: true,
  things: ownThings,
};

/**
 * "Number" means a phone's unless the words around it say otherwise: "atomic number", "number of people", "number 7".
 */
const aNumber =
  /(?<!\b(?:atomic|prime|odd|even|whole|real|square|lucky|jersey|model|serial|part|route|flight|tracking|routing|house|mach|reference|oxidation|opus|id|vin|zip|what) )\bnumbers?\b(?! (?:of (?!the\b)|one\b|\d|(?:is|comes?) (?:after|before|between)))/i;
const phoneWords =
  /\b(?:tele)?phone\b(?! (?:case|battery|screen|charger|plan|plans|booth))|\btel\b(?! aviv)|\bph ?#|#'?s? (?:for|of|to)\b|\bcall(?:ing)?\b(?! (?:of|it|them|him|her|me|us|a|an|out|off)\b)|\bcontact\b(?! (?:lens|lenses|sport))|\bhot ?line|\bhelp ?line|\bdial(?:ing)?\b|\bfax\b|\bring up\b|\bcustomer (?:service|care|support)\b|\btech(?:nical)? support\b|\btoll[ -]free\b|\b1-?8\d\d\b|\breach(?:ing)? (?!the (?:top|summit|moon|end))|\bget (?:a )?hold of\b|\b(?:talk|speak) (?:to|with)\b|\btel[eé]fono|\bn[uú]mero (?:de|del|para)\b|\bllamar\b|\bllamo\b|\bcontacto\b|\bcontactar\b|电话|電話|телефон|номер|позвонить|전화|هاتف|फ़?ोन/iu;
/** The question names a number itself ("who is (202) 555-0100"). */
const aPhoneNumber = /\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}/;
/** Businesses that people call, if the question looks for one and isn't about them in general. */
const trades =
  /\b(?:taxis?|cabs?|plumbers?|electricians?|locksmiths?|tow(?:ing)?|roadside|mechanics?|handym[ae]n|exterminators?|roofers?|movers|pizza|take ?out|delivery|caterers?|florists?|dentists?|doctors?|urgent care|clinics?|hospitals?|vets?|veterinarians?|pharmac(?:y|ies)|notar(?:y|ies)|hotels?|motels?|shelters?|food (?:bank|pantry)|funeral home|plomeros?|cerrajeros?|gr[uú]as?|electricistas?|dentistas?|m[eé]dicos?|cl[ií]nicas?|farmacias?)\b/i;
const looksForOne =
  /\b(?:near(?:est|by)?|closest|local|around here|in \p{L}+|need|find|order|open|emergency|24 ?(?:h|hours?|7)|who (?:does|can|fixes|delivers)|cerca|necesito|busco|abiert[oa])\b|(?<!\d)\d{5}(?!\d)/iu;
const asksAboutThem =
  /\b(?:recipes?|cast|movies?|songs?|lyrics|meaning|mean|history|salary|how much|how many|how to|tips?|jobs?|school|calories|dough|receta)\b/i;
/** Errands done by phone: a report, an outage, a lost card, an appointment. */
const errands =
  /(?:^|\b(?:to|i|we|you) )report(?:ing)? (?:an?|my|the|it|this|some\w*) |\b(?:power|water|internet|phone|cable) (?:is |went )?(?:out|off)\b|\boutages?\b|\b(?:lost|stolen|lose|cancel|freeze|block) (?:my |an? |the )?(?:[\w']+ ){0,2}(?:cards?|passport|wallet)\b|\bcards? (?:was |is |got |were )?(?:lost|stolen)\b|\bappointments?\b|\bmake (?:an? )?reservations?\b|\breportar\b|\bapag[oó]n|\bperd[ií] mi (?:\w+ )?(?:tarjeta|pasaporte|cartera)|\btarjeta (?:perdida|robada)\b|\b(?:hacer|sacar|agendar) (?:una )?cita\b/i;
/** Problems that have a helpline. */
const helplines =
  /\b(?:gambling|drinking|drug|alcohol) (?:problem|addiction|help)|\baddict(?:ed|ion)s?\b|\b(?:quit|stop)(?:ting|ping)? (?:smoking|vaping|drinking|gambling)\b|\bdejar de (?:fumar|tomar|beber|apostar)\b|\b(?:domestic|dating) (?:violence|abuse)\b|\brehab\b|\bviolencia dom[eé]stica\b/i;
const mailWords =
  /\be-?mails?\b|\bcontact\b(?! (?:lens|lenses|sport))|\bcorreo\b|\bwrite to\b|@|邮箱|郵箱|почт|メール|이메일/iu;
const siteWords =
  /\bweb ?(?:sites?|pages?|address(?:es)?)\b|\bsites?\b(?! of)|\burls?\b|\blinks?\b|\bonline\b|\bhome ?page\b|\bdomain(?: name)?s?\b|\bip address|\bdot com\b|\.(?:com|org|net)\b|\bp[aá]gina\b|\bsitio\b|\benlace\b|网站|網站|网址|сайт|ссылк|サイト|웹사이트|موقع/iu;
const keywordWords =
  /\b(?:stop|cancel|quit|unsubscribe|opt(?:ing)?[ -]?(?:out|in)|keywords?|short ?codes?|subscri\w+|(?:spam|junk|unwanted|scam|robo) ?(?:texts?|messages?|sms)|text (?:alerts?|messages?|codes?)|sign(?:ing)? up|what (?:do|should|can) i text|cancelar|dejar de recibir|suscri\w+|mensajes (?:de )?(?:spam|basura))\b/i;
const thingWords = ownThings.map((thing) => new RegExp(`\\b${thing}s?\\b`, 'i'));
/** Most questions name none. */
const anyThing = new RegExp(ownThings.join('|'), 'i');

/** Whether a call is what helps, though no number is asked for: "plumber near me", "report a pothole", "lost my card". */
function needsCall(question: string): boolean {
  if (errands.test(question) || helplines.test(question)) return true;
  if (!trades.test(question) || asksAboutThem.test(question)) return false;
  return looksForOne.test(question) || question.trim().split(/\s+/).length <= 3;
}

/**
 * What a question asks for. Lenient in cases where strictness would disappoint the person. A phone number that is asked for
 * is not trusted for that: only a source lets it into the answer (claims/uncited.ts).
 * @param ourName what the service is called
 */
export function asksFor(question: string, ourName: string): Asks {
  return {
    phone: phoneWords.test(question) || aNumber.test(question) || aPhoneNumber.test(question) || needsCall(question),
    mail: mailWords.test(question),
    site: siteWords.test(question),
    us:
      namesUs(question, ourName) ||
      /\b(?:who|what) (?:are|r) (?:you|u)\b|\bthis (?:service|number)\b|\bqui[eé]n(?:es)? (?:son ustedes|eres|es usted)\b|\beste (?:servicio|n[uú]mero)\b/i.test(
        question,
      ),
    keywords: keywordWords.test(question),
    renewal: /\b(?:re-?activat|renew|upgrad)\w*\b/i.test(question),
    things: anyThing.test(question) ? ownThings.filter((_, nth) => thingWords[nth]?.test(question)) : [],
  };
}

/**
 * Whether words name the service as a whole word, written in whatever case, with or without marks inside ("ask-line") and
 * with an `s` ("Askline's").
 */
export function namesUs(words: string, ourName: string): boolean {
  return namePattern(ourName).test(plainly(words));
}

/** An installation has one name, and each sentence of an answer is asked about it. */
const namePatterns = new Map<string, RegExp>();

function namePattern(name: string): RegExp {
  const known = namePatterns.get(name);
  if (known !== undefined) return known;
  const letters = Array.from(plainly(name).replace(/\p{P}/gu, ''), (letter) =>
    /\s/.test(letter) ? '\\s+' : `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  );
  const pattern = new RegExp(`(?<!\\p{L})${letters.join('\\p{P}*')}(?:\\p{P}*s)?(?!\\p{L})`, 'u');
  namePatterns.set(name, pattern);
  return pattern;
}

function plainly(text: string): string {
  const plain = /^[ -~]*$/.test(text) ? text : withoutAccents(text);
  return plain.toLowerCase();
}
