/** Hair spaces, zero-width marks and similar characters that phones put around quotes in a reaction. */
const invisible = /\u200A|\u200B|\u200C|\u200D|\u200E|\u200F|\u2060|\uFE0E|\uFE0F|\uFEFF/g;

const quoted = '["“«].*(?:["”»…]|\\.{3})';
const thing =
  '(?:an? (?:image|photo|picture|video|movie|attachment|audio message|voice message|link|location|contact|sticker|file|gif)|una? (?:imagen|foto|video|vídeo|archivo adjunto|mensaje de audio|enlace))';
const target = `(?:${quoted}|${thing})`;
const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u200D\\u20E3❤♥‼⁉]{1,12}';

/**
 * Phones report a reaction to one of our texts in words: Apple's "Liked “…”", Google Messages' "👍 to “…”", in English and
 * Spanish. They quote our own answer, so they must never reach the model.
 */
const tapbackPatterns = [
  `(?:Liked|Loved|Disliked|Laughed at|Emphasi[sz]ed|Questioned) ${target}`,
  `Removed (?:a |an )?(?:like|heart|dislike|laugh|exclamation|question mark|emphasis|reaction|sticker|${emoji})(?: reaction)? from ${target}`,
  `Reacted (?:with )?(?:a sticker|${emoji}) to ${target}`,
  `(?:Reacted with )?${emoji} ?(?:to|a|removed from|eliminado de) ${target}`,
  `(?:Le gustó|Le gusta|Le encantó|Le encanta|No le gustó|Se rio de|Se rió de|Enfatizó|Destacó|Cuestionó|Preguntó por|Exclamó por) ${target}`,
  `(?:Reaccionó|Ha reaccionado) (?:con )?${emoji} a ${target}`,
  `(?:Quitó|Eliminó|Se quitó|Se eliminó) .{1,40} (?:de|a) ${target}`,
].map((pattern) => new RegExp(`^\\s*${pattern}\\s*$`, 'su'));

/** Whether a text is a phone's report of a reaction ("tapback"), not written by a person. */
export function isTapback(text: string): boolean {
  const visible = text.replace(invisible, '');
  return tapbackPatterns.some((pattern) => pattern.test(visible));
}

/** What follows "I'm driving" in an automatic text: nothing, or that the owner will be in touch. */
const inTouch =
  "(?:(?:sorry[,.!]? )?(?:i['’]?ll|i will|will|i can(?:['’]?t|not)|can['’]?t)(?: (?:have to|try to|need to))? " +
  '(?:(?:call|text|message|reply|respond|answer|talk|get back|contact|return|see|check|reach)\\b.{0,80}|be (?:back|in touch|available|with you)\\b.{0,60})' +
  '|(?:please|pls) (?!text\\b.{0,40}\\b(?:scores?|weather|forecast|directions|recipe|price)\\b)(?:call|text|leave|try|contact|wait)\\b.{0,60})';
const callMeLater = '(?:can|may) i (?:call|text) (?:you )?(?:back )?(?:later|soon)\\??';
const ifUrgent = "if (?:it|this)(?:['’]?s| is)? (?:urgent|an emergency)\\b.{0,80}";
const sentFromACar = 'sent from (?:my (?:car|vehicle|ford|toyota)|android auto|carplay)';
const afterAway = `(?:\\s*[.,!;:-]+\\s*|\\s+(?:and\\s+|but\\s+|so\\s+)?)(?:${inTouch}|${callMeLater}|${ifUrgent}|${sentFromACar})`;

/**
 * What phones, cars and offices send automatically, and how other text services end their texts. Each pattern requires
 * the shape of such a text, not only its words, so that a person who mentions driving, an office or a reply still gets an
 * answer: answering a machine costs cents, ignoring a person costs trust.
 */
const autoresponderPatterns = [
  /^\W*(?:auto[- ]?(?:reply|response|matic reply|matic response)|automated (?:reply|response|message)|automatic (?:reply|response)|respuesta automática)(?:\W*$|(?:(?![\]):–—-])\W)*[\]):–—-]\W*(?:i\b|i['’]?m|we\b|thank|out of|sorry|this|the|hi\b|hello|your|you|please|away|estoy|no\b))/iu,
  /^\W*out of (?:the )?office(?:\s*[.!:–—-].*|\s+(?:until|till|through|thru)\b.{0,40}|\W*)$/isu,
  new RegExp(
    "^\\W*(?:i['’]?m|i am) (?:currently )?(?:driving|in a meeting|busy|at work|away(?: from my (?:phone|desk))?|on vacation|out of (?:the )?office|unavailable|sleeping|in class|on the other line|not available)" +
      `(?: right now| at the moment| now| today)?(?:\\s*[.!]*$|${afterAway}$)`,
    'isu',
  ),
  new RegExp(
    "^\\W*(?:sorry[,.!]? )?i? ?can(?:['’]?t|not) (?:talk|text|answer|take your call|come to the phone|respond)(?: (?:right now|now|at the moment))?" +
      `\\s*(?:[.!]*$|[.!,;-]+\\s*(?:what['’]?s up\\??$|call me later\\??$|i['’]?m (?:driving|busy|in a meeting)\\b.{0,60}$))|^\\W*(?:sorry[,.!]? )?i? ?can(?:['’]?t|not) (?:talk|text|answer)(?: (?:right now|now|at the moment))?${afterAway}$`,
    'isu',
  ),
  /^\W*(?:sorry[,.!]? )?i['’]?(?:ll| will) (?:call|text|get back to|message) you (?:back )?(?:later|soon|shortly|right back|as soon as i can|as soon as possible|when i (?:can|get|arrive|am|['’]?m)\b.{0,40}|in a (?:bit|few|minute|while|moment)\b.{0,20})[.!]*$/iu,
  /^\W*i['’]?ll call you right back[.!]*$/iu,
  /^\W*sorry[,.!]? i (?:missed your (?:call|text|message)|am unable to (?:talk|text|answer|take your call|come to the phone|respond)|can['’]?t (?:talk|text|answer))(?:\s+(?:right now|now|at the moment))?\s*(?:$|[.!,;-])/iu,
  /^\W*(?:i['’]?m|i am) (?:not receiving notifications\s*(?:$|[.!,;]|because|right now|while)|driving with do not disturb)/iu,
  new RegExp(`\\b${sentFromACar}\\W*$`, 'iu'),
  /^\W*(?:thank you|thanks) for (?:contacting|texting|your (?:message|text|interest|inquiry|call)|calling|reaching out)\b(?:[^.!,;:\s]|[^\S\n](?![-–—]\s))*(?:[.!,;:\n]|\s[-–—]\s).*\b(?:we(?:['’](?:ll|re|ve)| will| are| have| received| appreciate| aim| reply| respond)|our (?:\w+ )?(?:office|team|hours|agents?|business|staff|store|representatives?)|(?:an?|one of our|the next) (?:\w+ )?(?:agent|representative|specialist|person|member)|shortly|soon|normal business)\b/isu,
  /^\W*(?:estoy (?:conduciendo|manejando)(?: ahora)?|ahora no puedo (?:hablar|contestar)|no puedo hablar(?: ahora)?)\s*(?:[.!]*$|[.,!;]\s*(?:te|le|luego|ahora|después)\b.{0,60}$)/iu,
  /^\W*(?:(?:lo siento|perd[oó]n)[,.!]? )?en este momento (?:estoy (?:ocupad[oa]|conduciendo|manejando|en una reuni[oó]n)|no (?:puedo|estoy)\b[^?]{0,30})\s*(?:[.!]*$|[.,!;]\s*(?:te|le|luego|después|por favor|deje)\b[^?]{0,80}$)/iu,
  /^\W*(?:estoy )?fuera de la oficina(?:\s*[.!:–—-][^?]*|\s+hasta\b[^?]{0,40}|\W*)$/iu,
  /^\W*gracias por (?:contactar|comunicar|llamar|escribir)[^?]*\b(?:le (?:responderemos|contestaremos|atenderemos|llamaremos)|nuestro (?:horario|equipo)|un (?:agente|representante))\b/isu,
  /^\W*este n[uú]mero no (?:recibe|acepta|es monitoreado)\b/iu,
];

/** What other services write somewhere in their texts, which a person quotes who shows us one. */
const serviceNotices = [
  /\bthis (?:number|inbox|mailbox|phone|line) (?:is (?:not monitored|unmonitored|not (?:checked|answered))|(?:does|can)(?: ?not|n['’]?t) (?:accept|receive)\b)/iu,
  /\bstop to (?:opt ?out|unsubscribe|cancel|end|quit|stop)\b.{0,30}$/isu,
  /\b(?:stop|alto) para (?:salir|cancelar|darse de baja|no recibir m[aá]s)\b.{0,30}$/isu,
  /\b(?:tarifas|cargos) (?:de|por) (?:msjs?|mensajes) ?(?:\/|y|&|\+) ?datos\b/iu,
  /\b(?:msg ?(?:&|and|\+) ?data|message and data) rates (?:may|might|could) apply\b/iu,
];

/** Stock questions of automatic texts, which are not a person's question. */
const canned = /(?:can i (?:call|text) you (?:back )?(?:later|soon)|what['’]?s up|call me later)\?/giu;
const questionWord =
  "(?:how|what(?!['’]?s up)|when|where|why|who|which|do|does|did|is|are|should|would|could|tell me|find|show|give me|translate|define)";
/** Signs that a person asks something, even in the words of an automatic text. */
const asks = new RegExp(
  `\\?|(?:^|[.!,;:\\n–—][^\\S\\n]*)(?:(?:hi|hey|hello|ok|and|so|please|pls) +)*${questionWord}\\b` +
    `|^\\W*(?:if|can|will|i|we|my)\\b.*\\bstop to\\b` +
    '|\\b(?:how (?:do|can) i|es (?:verdad|cierto))\\b' +
    '|\\b(?:meaning|mean|lyrics|song|template|examples?|in (?:spanish|french|german|italian|japanese|chinese)|how to|what (?:is|are|do|does|can)|scam|legit|is (?:it|this) (?:safe|real|spam)|settings?|iphone|android phone|outlook|gmail)\\W*$',
  'iu',
);

/** How a person begins who shows us a text: "got this text:", "my phone says", "me llegó este mensaje". */
const shows = [
  /^\W*(?:i|we|my \w+|some(?:one|body)|a friend)(?: (?:just|keeps?|have|has))* (?:gets?|got|getting|receive|received|receiving|says?|texted|sent|sends?|sending) (?!your\b)/iu,
  /^\W*(?:just )?(?:got|getting|received|receiving) (?!your\b)/iu,
  /^\W*(?:(?:can|could) you |please (?:tell me|explain|(?:check|look at|read) (?:this|if))\b)/iu,
  /^\W*(?:acabo de recibir|recib[ií]|me (?:lleg[oó]|mandaron)|mi \w+ (?:dice|recibi[oó])) /iu,
];

/** The advice in automatic texts, in this order: "if this is an emergency call 911". */
const beginsAdvice = /\b(?:if|in|for)\b/iu;
const isUrgent = /\b(?:emergency|emergencies|urgent)\b/giu;
const callFor = /\b(?:call|dial|text)\b/giu;
const helpNumber = /\b(?:911|988)\b/giu;

/**
 * Removes the advice to call for help from an automatic text, because it is not a call for help. It is looked for part by
 * part: one pattern for all of it takes the fourth power of the length.
 */
export function withoutAdvice(text: string): string {
  return text.replace(/[^.!?\n]+/g, (sentence) => {
    const from = sentence.search(beginsAdvice);
    if (from < 0) return sentence;
    const about = endOfFirst(isUrgent, sentence, from);
    const call = about < 0 ? -1 : endOfFirst(callFor, sentence, about);
    if (call < 0) return sentence;
    let end = -1;
    for (let next = endOfFirst(helpNumber, sentence, call); next >= 0; next = endOfFirst(helpNumber, sentence, next)) {
      end = next;
    }
    return end < 0 ? sentence : sentence.slice(0, from) + sentence.slice(end);
  });
}

/** Where the first match of a global pattern from an index on ends; -1 for none. */
function endOfFirst(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Whether a machine sent a text: a car, an out-of-office rule, another text service, or an echo of our own text. */
export function isAutoresponse(text: string): boolean {
  const matches = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(text));
  const isAutomatic = matches(autoresponderPatterns) || (matches(serviceNotices) && !matches(shows));
  return isAutomatic && !asks.test(text.replace(canned, ''));
}
