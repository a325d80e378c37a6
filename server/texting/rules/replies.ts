import { brand } from '#contract/brand.ts';
import { type Language, languages } from '#contract/language.ts';
import { toGsm7 } from '#server/answers/format/transliterate.ts';
import type { Secret } from '#server/platform/secret.ts';

const { name, domain, supportEmail, removesCopies } = brand;

/** The texts with fixed wording. Answers from the model never get a tail such as "Reply STOP to opt out." */
export type FixedReply =
  | 'opt_in_ask'
  | 'opted_in'
  | 'help'
  | 'stop'
  | 'start'
  | 'start_no_plan'
  | 'promo'
  | 'inactive'
  | 'unverified'
  | 'media'
  | 'empty'
  | 'hint'
  | 'about'
  | 'about_without_more'
  | 'nothing_to_confirm'
  | 'failed'
  | 'too_fast'
  | 'hourly_limit'
  | 'daily_limit'
  | 'repeated'
  | 'forgot'
  | 'home'
  | 'home_told'
  | 'home_removed'
  | 'home_unknown'
  | 'home_several'
  | 'home_later'
  | 'home_ask'
  | 'nothing_more'
  | 'joined'
  | 'join_wrong'
  | 'crisis';

/** One text in each language: a text without its translation is refused by the type checker. */
type Worded = Readonly<Record<Language, string>>;

const rates = 'Msg&data rates may apply.';
const helpAndStop = 'Reply HELP for help, STOP to opt out.';
const orStop = 'Reply STOP to opt out.';
const tarifas = 'Pueden aplicarse tarifas de msj/datos.';
const ayudaYStop = 'AYUDA para ayuda, STOP para salir.';
const oStop = 'Responda STOP para salir.';
const noHome: Worded = {
  en: `${name}: no home place is set. Text HOME with your ZIP code or city, like: HOME 60614 or HOME Austin TX.`,
  es: `${name}: no tiene un lugar guardado. Mande CASA con su código postal, o ciudad y estado, como: CASA 60614 o CASA Austin TX.`,
};

/**
 * Every text with fixed wording that people get (the operator's alerts are sentences of the runbook), each one GSM-7
 * segment with this brand (replies.test.ts checks it and fails for a longer brand name). Opt-in request, opt-in, HELP and
 * START mention rates, HELP and STOP (CTIA Messaging Principles; the carrier's campaign review); notices to people who
 * may not expect them mention STOP. The reply to STOP is the one confirmation that the FCC allows, without offers or
 * billing (47 CFR 64.1200(a)(12)).
 *
 * The Spanish is that of the US, with usted, and spelled with all its accents here; it is sent without those that GSM-7
 * lacks, as people text it ("número" is "numero"; é, ñ, ¿ stay). Its way out is STOP, which each carrier obeys, though
 * ALTO works too. 988 speaks Spanish after "press 2", and by text after AYUDA (https://988lifeline.org/es/).
 */
export const replies: Readonly<Record<FixedReply, Worded>> = inGsm7({
  opt_in_ask: {
    en: `${name}: reply YES to get AI answers by text on this number. Msg freq varies with use. ${rates} ${helpAndStop}`,
    es: `${name}: responda SI para recibir respuestas de IA. La frecuencia de textos varía. ${tarifas} ${ayudaYStop}`,
  },
  opted_in: {
    en: `${name}: you're in. Text any question to this number. Msg freq varies. ${rates} ${helpAndStop}`,
    es: `${name}: ¡listo! Mande su pregunta a este número. La frecuencia varía. ${tarifas} ${ayudaYStop}`,
  },
  help: {
    en: `${name}: AI answers by text. Help: ${domain}/faq or ${supportEmail}. Msg freq varies. ${rates} ${orStop}`,
    es: `${name}: respuestas de IA por texto. Ayuda: ${supportEmail}. La frecuencia varía. ${tarifas} ${oStop}`,
  },
  stop: {
    en: `${name}: you're opted out and won't get any more texts from us. Reply START to opt back in.`,
    es: `${name}: ya no le mandaremos más textos. Responda INICIAR si quiere volver a recibirlos.`,
  },
  start: {
    en: `${name}: you're opted back in. Text a question anytime. ${rates} ${helpAndStop}`,
    es: `${name}: listo, volverá a recibir textos. Mande su pregunta cuando quiera. ${tarifas} ${ayudaYStop}`,
  },
  // Also to a paid number that waits for its code: it must not say that there is no plan.
  start_no_plan: {
    en: `${name}: you're opted back in. To get answers, log in or sign up at ${domain}. ${rates} ${helpAndStop}`,
    es: `${name}: volverá a recibir textos. Para preguntar, entre a ${domain}. ${tarifas} ${ayudaYStop}`,
  },
  promo: {
    en: `${name} answers questions by text for subscribers. This number has no active plan. Sign up at ${domain}. ${orStop}`,
    es: `${name} contesta preguntas por texto. Este número no tiene un plan activo. Suscríbase en ${domain}. ${oStop}`,
  },
  inactive: {
    en: `${name}: this number has no active plan, so we can't answer. Log in at ${domain} to choose one. ${orStop}`,
    es: `${name}: este número no tiene un plan activo y no podemos contestarle. Entre a ${domain} para elegir uno. ${oStop}`,
  },
  unverified: {
    en: `${name}: this number isn't verified yet, so we can't answer. Log in at ${domain} to finish verifying it. ${orStop}`,
    es: `${name}: falta verificar este número y no podemos contestarle. Entre a ${domain} para terminar. ${oStop}`,
  },
  media: {
    en: `${name} reads text only, not pictures, voice messages, or contacts. Please send your question in words.`,
    es: `${name} solo lee texto, no fotos, mensajes de voz ni contactos. Por favor escriba su pregunta.`,
  },
  empty: {
    en: `${name}: we didn't see a question. Try one like: weather 60614, or who won the Cubs game.`,
    es: `${name}: no vimos una pregunta. Pruebe algo como: clima 60614, o quién ganó el juego de los Cubs.`,
  },
  hint: {
    en: `${name}: text one full question anytime, like: weather 60614, or who won the Cubs game.`,
    es: `${name}: mande una pregunta completa cuando quiera, como: clima 60614, o quién ganó el juego de los Cubs.`,
  },
  about: {
    en: `${name}: ask our AI anything by text, like: weather 60614, or who won the Cubs game. Text MORE for more, HOME and a ZIP to save your place, or HELP.`,
    es: `${name}: una IA contesta sus preguntas, como: clima 60614, o quién ganó el juego de los Cubs. Mande MAS para más, CASA y su código postal, o AYUDA.`,
  },
  // Where nothing is remembered, MORE has nothing to add to.
  about_without_more: {
    en: `${name}: ask our AI anything by text, like: weather 60614, or who won the Cubs game. Text HOME and a ZIP to save your place, or HELP.`,
    es: `${name}: una IA contesta sus preguntas, como: clima 60614, o quién ganó el juego de los Cubs. Mande CASA y su código postal, o AYUDA.`,
  },
  nothing_to_confirm: {
    en: `${name}: there's nothing to confirm right now. Just text a question, like: weather 60614.`,
    es: `${name}: no hay nada que confirmar por ahora. Solo mande una pregunta, como: clima 60614.`,
  },
  failed: {
    en: `${name}: sorry, we couldn't get an answer this time. Please try again in a few minutes.`,
    es: `${name}: lo sentimos, esta vez no pudimos contestarle. Por favor intente de nuevo en unos minutos.`,
  },
  too_fast: {
    en: `${name}: you're sending questions very fast. Please wait 5 minutes and try again.`,
    es: `${name}: está mandando preguntas muy rápido. Por favor espere 5 minutos e intente de nuevo.`,
  },
  hourly_limit: {
    en: `${name}: you've reached the hourly fair use limit. Please try again in an hour.`,
    es: `${name}: llegó al límite de preguntas por hora. Por favor intente de nuevo en una hora.`,
  },
  daily_limit: {
    en: `${name}: you've reached the daily fair use limit. Please try again in 24 hours.`,
    es: `${name}: llegó al límite de preguntas por día. Por favor intente de nuevo en 24 horas.`,
  },
  repeated: {
    en: `${name}: we answered that question twice in the last minute, so we'll skip it for 10 minutes. Any other question is fine.`,
    es: `${name}: contestamos esa pregunta dos veces en un minuto, así que no la contestaremos por 10 minutos. Puede hacer otra pregunta.`,
  },
  forgot: {
    en: `${name}: done. We won't use your last question and answer again${removesCopies ? ', and our carrier is removing its copies' : ''}.`,
    es: `${name}: listo. Ya no usaremos su última pregunta y respuesta${removesCopies ? ', y nuestra telefónica está borrando sus copias' : ''}.`,
  },
  // Without a place; `homeText` and `homeToldText` are those with it.
  home: noHome,
  home_told: noHome,
  home_removed: {
    en: `${name}: your home place is removed. Text HOME with a ZIP code or city anytime to set it again.`,
    es: `${name}: borramos su lugar. Mande CASA con un código postal, o ciudad y estado, cuando quiera guardar otro.`,
  },
  home_unknown: {
    en: `${name}: we don't know that place. Text HOME with a ZIP code, or a city and state, like: HOME 60614 or HOME Austin TX.`,
    es: `${name}: no conocemos ese lugar. Mande CASA con un código postal, o ciudad y estado, como: CASA 60614 o CASA Austin TX.`,
  },
  home_several: {
    en: `${name}: there's more than one place with that name. Add the state, like: HOME Austin TX.`,
    es: `${name}: hay más de un lugar con ese nombre. Agregue el estado, como: CASA Austin TX.`,
  },
  home_later: {
    en: `${name}: we can't get to your home place right now. Nothing was changed. Please text that again in a few minutes.`,
    es: `${name}: ahora no podemos ver ni cambiar su lugar. Nada cambió. Por favor mándelo de nuevo en unos minutos.`,
  },
  home_ask: {
    en: `${name}: for which place? Reply with your ZIP code, or city and state, and we'll remember it. Or name one each time, like: weather 60614.`,
    es: `${name}: ¿de qué lugar? Responda con su código postal, o ciudad y estado, y lo recordaremos. O dígalo cada vez, como: clima 60614.`,
  },
  nothing_more: {
    en: `${name}: we can't add to your last answer now. To ask about it again, text the whole question.`,
    es: `${name}: ahora no podemos agregar nada a la última respuesta. Para saber más, mande la pregunta completa.`,
  },
  joined: {
    en: `${name}: your phone number is verified. Go back to our page to continue. ${rates} Not you? ${orStop}`,
    es: `${name}: su teléfono quedó verificado. Regrese a nuestra página. ${tarifas} ¿No fue usted? ${oStop}`,
  },
  join_wrong: {
    en: `${name}: that code is wrong or has expired. Get a new one on our page and text it within 10 minutes. ${orStop}`,
    es: `${name}: ese código no es correcto o ya venció. Pida otro en nuestra página y mándelo en menos de 10 minutos. ${oStop}`,
  },
  crisis: {
    en: `This is an automated service and can't send help. In an emergency, call 911. For crisis support, call or text 988 anytime. It's free.`,
    es: `Este servicio es automático y no puede mandar ayuda. En una emergencia llame al 911. Apoyo en crisis, gratis: llame al 988 y oprima 2, o mande AYUDA al 988.`,
  },
});

/** What follows an answer of which something was left out, if it fits its last segment. */
export const moreHint: Worded = { en: 'Text MORE for more.', es: toGsm7('Mande MAS para saber más.') };

/**
 * The text with a verification code, in one segment. It ends with a warning instead of a STOP tail.
 * @param code the digits to enter
 */
export function verificationCodeText(code: string, language: Language): string {
  const worded = {
    en: `${name}: your verification code is ${code}. It expires in 10 minutes. We'll never ask you for it.`,
    es: `${name}: su código de verificación es ${code}. Vence en 10 minutos. Nunca se lo vamos a pedir.`,
  };
  return toGsm7(worded[language]);
}

/**
 * The text after a first payment, in one segment: the number for questions, and the request to opt in.
 * @param serviceNumber in E.164; shown in the American format
 */
export function welcomeText(serviceNumber: string, language: Language): string {
  const number = forReading(serviceNumber);
  const worded = {
    en: `Your ${name} number is ${number}. Reply YES to get AI answers by text. ${rates} ${helpAndStop}`,
    es: `Su número de ${name} es ${number}. Responda SI para recibir respuestas de IA. ${tarifas} ${ayudaYStop}`,
  };
  return toGsm7(worded[language]);
}

/** All fixed texts by name and language ("promo, es"), with a code and a number for example. */
export function fixedTexts(): Readonly<Record<string, string>> {
  const named = languages.flatMap((language) => [
    ...Object.entries(replies).map(([kind, worded]) => [`${kind}, ${language}`, worded[language]]),
    [`verification_code, ${language}`, verificationCodeText('123456', language)],
    [`welcome, ${language}`, welcomeText('+12025550100', language)],
    // The longest name of the list (server/places).
    [`home with a place, ${language}`, homeText('Tripler Army Medical Center, HI 96859', language)],
    [`home_told with a place, ${language}`, homeToldText('Tripler Army Medical Center, HI 96859', language)],
  ]);
  return Object.fromEntries(named) as Record<string, string>;
}

/** Whether a text that the carrier lists is our reply to a person in danger, in whatever language. */
export function isCrisisReply(body: Secret): boolean {
  return Object.values(replies.crisis).some((worded) => body.equals(worded));
}

/** Every text in GSM-7, the encoding with the most characters per segment. */
function inGsm7(texts: Readonly<Record<FixedReply, Worded>>): Readonly<Record<FixedReply, Worded>> {
  const plain = Object.entries(texts).map(([kind, { en, es }]) => [kind, { en: toGsm7(en), es: toGsm7(es) }]);
  return Object.fromEntries(plain) as Record<FixedReply, Worded>;
}

/**
 * The reply to HOME, in one segment: the place that is kept now.
 * @param place as it is shown, such as "Chicago, IL 60614"
 */
export function homeText(place: string, language: Language): string {
  const worded = {
    en: `${name}: your home place is ${place}. Text HOME with another place to change it, or HOME OFF to remove it.`,
    es: `${name}: su lugar es ${place}. Mande CASA con otro lugar para cambiarlo, o CASA BORRAR para borrarlo.`,
  };
  return toGsm7(worded[language]);
}

/**
 * The reply to a place that answers our question for it, in one segment. The question that needed it is not kept.
 * @param place as it is shown
 */
export function homeToldText(place: string, language: Language): string {
  const worded = {
    en: `${name}: your home place is ${place}. Now text your question again. To change the place, text HOME with another one.`,
    es: `${name}: su lugar es ${place}. Ahora mande su pregunta de nuevo. Para cambiar el lugar, mande CASA con otro.`,
  };
  return toGsm7(worded[language]);
}

/** "+13125550142" becomes "(312) 555-0142"; other numbers stay as they are. */
function forReading(e164: string): string {
  return e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
