const messages = '(?:MENSAJES?|TEXTOS?|MENSAJITOS|ALERTAS|TEXTS?|TXTS?|SMS|MESSAGES?|MSGS?)';
/** Of us: "no me manden", "no me escriba". */
const send = '(?:MANDE|ENVIE|ESCRIBA|TEXTEE|LLAME|MARQUE|CONTACTE|MOLESTE|HABLE)';
const sending = '(?:MANDAR|ENVIAR|ESCRIBIR|TEXTEAR|LLAMAR|MOLESTAR|CONTACTAR|MARCAR)';
const sendingNow = '(?:MANDANDO|ENVIANDO|ESCRIBIENDO|TEXTEANDO|LLAMANDO|MOLESTANDO|CHINGANDO|FREGANDO)';
const nothingMore = `(?: MAS| NADA)?(?: (?:(?:ESTOS|SUS|LOS|TANTOS) )?${messages})?(?: MAS)?`;
const toMe = '(?: A (?:MI|ESTE) (?:CELULAR|CEL|TELEFONO|NUMERO))?';
const namedList = ' DE (?:SU|LA|ESTA|ESTE|TU|EL) (?:LISTA|SISTEMA)';
const list = `(?: DE AQUI|${namedList})?`;

/**
 * Plain requests to stop, as people who write Spanish put them, each matched as a whole clause in the form of
 * `plainWords`: what asks for something else has further words ("borre mi numero de facebook como").
 */
export const spanishStopRequests = [
  // What they no longer want.
  `(?:YA )?NO (?:QUIERO |DESEO )?(?:MAS|RECIBIR)(?: (?:MAS|SUS|ESTOS))? ${messages}`,
  `(?:YA )?NO (?:QUIERO|DESEO)(?: ESTOS| SUS)? ${messages}|(?:YA )?NO (?:QUIERO|DESEO) RECIBIR (?:NADA|MAS)(?: DE USTEDES)?`,
  '(?:YA )?NO (?:QUIERO|DESEO) (?:MAS )?(?:EL|ESTE|SU) (?:SERVICIO|PLAN|SUSCRIPCION)|(?:YA )?NO ESTOY INTERESAD[OA]',
  // Of one person alone, they may speak of another: "no quiero que me llame".
  `(?:YA )?NO (?:QUIERO|DESEO) QUE ME (?:${send}N${nothingMore}|${send} (?:MAS )?${messages})`,
  // What we are not to do.
  `(?:YA )?NO (?:MANDEN?|MANDES|MANDAR|ENVIEN?|ENVIES|ENVIAR)(?: MAS)? ${messages}(?: MAS)?|(?:YA )?NO (?:MANDEN|ENVIEN|(?:MANDAR|ENVIAR) MAS)|NO MOLESTEN?(?: MAS)?`,
  `(?:YA )?NO ME (?:${send}N?|MANDES|ENVIES|ESCRIBAS|MOLESTES|TEXTEES)${nothingMore}`,
  `(?:YA )?NO (?:ME |NOS )?VUELVAN? A ${sending}(?:ME|NOS)?${nothingMore}|(?:YA )?NO (?:ME )?ESTEN ${sendingNow}(?:ME)?${nothingMore}`,
  `(?:DEJA|DEJEN?|PAREN?) DE ${sending}(?:ME)?(?: ${messages})?${toMe}|(?:DEJEN?|PAREN?) DE (?:CHINGAR|FREGAR|JODER|ESTAR ${sendingNow})(?:ME)?(?: ${messages})?`,
  '(?:DEJA|DEJEN?|PAREN?) DE (?:ENVIARME|MANDARME) (?:ESTO|ESTOS|ESTA|ESTAS|ESO)|(?:CANCELA|CANCELE|CANCELEN|PARE|PAREN|PARA) (?:ESTO|ESO)|CANCEL(?:ALO|ELO|ENLO)|PARE(?:LO|NLO)',
  `(?:STOP|PARAR|PAREN?|DETENER|DETENGAN)(?: (?:CON )?(?:LOS|SUS|ESTOS))? ${messages}`,
  '(?:STOP|ALTO|BASTA|PARAR|PAREN?|CANCELAR|CANCELEN?) (?:YA )?NO (?:LO |LA |LOS )?QUIERO(?: (?:ESTO|NADA|MAS))?',
  // Their number.
  `(?:QUIT(?:AR|A|EN?)|BORR(?:AR|A|EN?)|ELIMIN(?:AR|A|EN?)|SA(?:CAR|CA|QUEN?)) (?:MI|ESTE) NUMERO${list}`,
  `(?:QUITE|BORRE|ELIMINE)N?ME${list}|(?:QUITA|SACA|BORRA)ME DE (?:TU|LA|ESTA) LISTA`,
  `QUIERO QUE (?:ME (?:QUITEN|BORREN|ELIMINEN)|(?:QUITEN|BORREN|ELIMINEN) MI NUMERO)${list}`,
  // Only with a list: "sáquenme de aquí" is what a person says who is locked in.
  `(?:SAQUEN?ME|QUIERO QUE ME SAQUEN)${namedList}`,
  // The service.
  '(?:QUIERO |DESEO )?(?:CANCELAR|CANCELEN?|TERMINAR)(?: (?:MI|EL|LA|ESTE))? (?:SERVICIO|SUSCRIPCION|PLAN|CUENTA|MENSAJES|TEXTOS)|CANCEL(?:AR|A|EN?) TODO',
  '(?:QUIERO|DESEO|ME QUIERO|ME GUSTARIA) (?:CANCELAR|DARME DE BAJA|DAR DE BAJA|SALIR|SALIRME)|DENME DE BAJA|DARSE DE BAJA|ME DOY DE BAJA|SALIRME|DESUSCRIB(?:A|E|AN)ME',
];

/** Of these a text consists, perhaps after "señor": at the end of one that says more, they may be about other people. */
export const wholeSpanishRequests = [`(?:SENORA? )?(?:DEJA|DEJEN?|PAREN?) DE ${sending}ME(?: COSAS)?${toMe}`];

/** How a request in a sentence begins. Of a bare word, "no me interesa cancelar" and "quien es alto" say something else. */
const request =
  '(?:(?:POR FAVOR|YA) )*(?:NO|DEJ(?:A|EN?)(?:ME)?|STOP|PAREN|CANCELEN|QUIERO|DENME|QUITEN?|BORREN?|ELIMINEN?|(?:QUITE|SAQUE|BORRE|ELIMINE)N?ME)\\b';

/** What such a request may follow in the same clause, without a mark: "se equivoco no me mande mas mensajes". */
export const beforeSpanishRequest =
  `(?:(?:QUIEN (?:ES|ERES|HABLA)(?: USTED)?|NO SE QUIEN (?:ES|ERES)|NO ME INTERESA) (?:Y |POR FAVOR )?(?=${request})|` +
  '(?:(?:USTED |YA )?SE EQUIVOC(?:O|ARON)(?: DE NUMERO)?|NUMERO EQUIVOCADO|NO (?:LO|LA|LOS|TE) CONOZCO|MI \\w+ (?:YA )?(?:FALLECIO|MURIO)|PARAR|PAREN|CANCELAR|BASTA) (?:Y |POR FAVOR )?(?=\\w))';
