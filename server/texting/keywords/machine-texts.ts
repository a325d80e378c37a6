/** Hair spaces, zero-width marks and the like that phones put around quotes in a reaction. */
const invisible = /\u200A|\u200B|\u200C|\u200D|\u200E|\u200F|\u2060|\uFE0E|\uFE0F|\uFEFF/g;

const quoted = '["“«].*["”»….]';
const thing =
  '(?:an? (?:image|photo|picture|video|movie|attachment|audio message|voice message|link|location|contact|sticker|file|gif)|una? (?:imagen|foto|video|vídeo|archivo adjunto|mensaje de audio|enlace))';
const target = `(?:${quoted}|${thing})`;
const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u200D\\u20E3❤♥‼⁉]{1,12}';

/**
 * A phone that cannot show a reaction to one of our texts sends it to us in words: Apple's "Liked “…”", Google
 * Messages' "👍 to “…”", in English and Spanish. They quote our own answer back, so they must never be asked.
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

/** Whether a text is a phone's report of a reaction ("tapback") and no words of a person. */
export function isTapback(text: string): boolean {
  const visible = text.replace(invisible, '');
  return tapbackPatterns.some((pattern) => pattern.test(visible));
}

/**
 * What phones, cars and offices send by themselves, and what other text services end their texts with. Anchored at the
 * start or taken from such tails, so that a person who mentions driving still gets an answer.
 */
const autoresponderPatterns = [
  /^\W*(?:auto[- ]?(?:reply|response|matic reply|matic response)|automated (?:reply|response|message)|automatic (?:reply|response)|out of office|respuesta automática)\b/iu,
  /^\W*(?:i['’]?m|i am) (?:currently )?(?:driving|in a meeting|busy|at work|away|on vacation|out of (?:the )?office|unavailable|sleeping|in class|on the other line|not available)(?: right now| at the moment| now| today)?(?:\s*[.,!;-]+\s*|\s+and\s+|\s+but\s+)?(?:$|(?:i['’]?ll|i will|i can(?:['’]?t|not)|will|please|sorry|sent from|can i|call me|get back|text you|call you|if (?:this|it)['’]?s? (?:is )?(?:urgent|an emergency)))/iu,
  /^\W*(?:sorry[,.!]? )?i? ?can(?:['’]?t|not) (?:talk|text|answer|take your call|come to the phone|respond)(?: (?:right now|now|at the moment))?\s*(?:$|[.!,;-])/iu,
  /^\W*(?:sorry[,.!]? )?i['’]?(?:ll| will) (?:call|text|get back to|message) you (?:back )?(?:later|soon|shortly|right back|when|as soon|in a)/iu,
  /^\W*sorry,? i (?:missed your (?:call|text)|am unable to|can['’]?t (?:talk|text|answer))/iu,
  /^\W*(?:i['’]?m|i am) (?:not receiving notifications|driving with do not disturb)/iu,
  /\bsent from (?:my (?:car|vehicle|ford|toyota)|android auto|carplay)\b/iu,
  /\bthis (?:number|inbox|mailbox|phone|line) (?:is|does|can)(?: not|n['’]?t)? (?:not )?(?:monitored|accept|receive|unmonitored)\b/iu,
  /^(?!\W*(?:how|what|do|does|if|can|could|will|is|should|i|we|my|where|when|why|who)\b)(?!.*\?).*\bstop to (?:opt ?out|unsubscribe|cancel|end|quit|stop)\b.{0,30}$/isu,
  /^(?!\W*(?:how|what|do|does|if|can|could|will|is|should|i|we|my|where|when|why|who)\b)(?!.*\?).*\b(?:msg ?(?:&|and|\+) ?data|message and data) rates\b/isu,
  /^\W*(?:thank you|thanks) for (?:contacting|texting|your (?:message|text|interest|inquiry|call)|calling|reaching out)\b.*\b(?:we|our|hours|shortly|soon|agent|team|representative)\b/isu,
  /^\W*(?:estoy conduciendo|estoy manejando|ahora no puedo (?:hablar|contestar)|no puedo hablar ahora)\b/iu,
];

/** Whether a text was sent by a machine: a car, an out-of-office rule, another text service, or our own words come back. */
export function isAutoresponse(text: string): boolean {
  return autoresponderPatterns.some((pattern) => pattern.test(text));
}
