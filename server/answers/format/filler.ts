/** Filler openings of models; each costs up to half a segment and says nothing. */
const preambles: readonly RegExp[] = [
  /^(?:sure|certainly|of course|absolutely|great question|good question)(?: thing)?[!,] /i,
  /^(?:based on|according to) (?:the |my |these )?(?:(?:latest|provided|available|current|web|recent) ){0,2}(?:search results?|web results?|results)(?: provided| available| above)?, /i,
  /^here(?:['’]s| is| are) (?:what i found|the (?:answer|information|results?|details))(?: (?:about|on|for|regarding) [^.:!?]{1,60})?: /i,
  /^¡?(?:claro(?: que s[ií])?|por supuesto|con gusto|desde luego)[!,]+ /i,
  /^seg[uú]n (?:los |mis )?resultados (?:de (?:la )?b[uú]squeda|encontrados|disponibles), /i,
  /^(?:(?:short|quick|brief|final|direct) )?answer: (?=\S+ \S+ \S)/i,
  /^respuesta(?: (?:corta|breve|r[aá]pida))?: (?=\S+ \S+ \S)/i,
  /^aqu[ií] (?:est[aá]|est[aá]n|tiene)n? (?:la respuesta|la informaci[oó]n|lo que encontr[eé]|los (?:resultados|detalles))(?: (?:sobre|de) [^.:!?]{1,60})?: /i,
];

/** What an offer offers. */
const more = '(?:(?:any )?(?:more|further|additional|other)\\b|details\\b|anything else\\b)[^.!?]*';
/** The same in Spanish, with who wants it, and who is to be told of it: ourselves. */
const toKnowMore = '(?:quiere|necesita|desea)s? saber (?:algo )?m[aá]s';
const about = '(?: (?:sobre|acerca de) [^.!?,]*)?';
const wantsMore =
  `(?:${toKnowMore}|(?:quiere|necesita|desea)s? (?:algo m[aá]s|(?:m[aá]s|otra|alguna otra) (?:informaci[oó]n|detalles?|datos|ayuda)|(?:informaci[oó]n|ayuda|detalles) adicional(?:es)?)` +
  `|tienes? (?:m[aá]s|otras?|alguna otra) (?:preguntas?|dudas?))${about}`;
const tellUs = '(?:av[ií]s[ae]me|h[aá](?:zme|game)lo saber|d[ií]game(?:lo)?|d[ií]me(?:lo)?)';
const askUs = `(?:(?:s[oó]lo |por favor,? )?${tellUs}|no dudes? en (?:preguntar(?:me)?|consultar(?:me)?|decirme(?:lo)?)|aqu[ií] estoy|estoy (?:aqu[ií]|para ayudar(?:te|le|lo|la)?))`;

/**
 * Filler endings; each costs up to half a segment, and MORE is offered by ourselves. Only offers to say more, so that a
 * message which was asked for keeps its end ("Let me know if you can come", "¿Necesita algo más?").
 */
const closing = new RegExp(
  '(?<=[.!?)] )(?:' +
    `(?:please )?let me know if (?:you(?:['’]d| would)? (?:like|want|need)|there(?:['’]s| is)) (?:to know )?${more}` +
    `|(?:i )?hope (?:this|that|it) helps(?: you)?|(?:please )?feel free to ask(?: me)?(?: (?:for )?${more})?` +
    `|is there anything else (?:i can|you)\\b[^.!?]*|if you(?:['’]d| would) like ${more}, (?:let me know|just ask)` +
    `|¿(?:hay algo m[aá]s en (?:lo )?que (?:te |le |lo |la )?pued[ao]\\b[^.!?]*|${toKnowMore}${about})` +
    `|¡?${tellUs} si ${wantsMore}|si ${wantsMore}, ${askUs}` +
    '|espero que (?:esto )?(?:te|le) (?:ayude|sirva)|¡?no dudes? en (?:preguntar|consultar)(?: m[aá]s)?' +
    ')[.!?]*$',
  'i',
);

/** Removes filler from the end of a line that says something before it. */
export function withoutClosing(line: string): string {
  const bare = line.replace(closing, '').trimEnd();
  return bare === line ? line : withoutClosing(bare);
}

/** Removes filler from the beginning of a line. Hedges that carry meaning ("According to police, ...") stay. */
export function withoutPreamble(line: string): string {
  const bare = preambles.reduce((text, preamble) => text.replace(preamble, ''), line);
  return bare === line ? line : bare.slice(0, 1).toUpperCase() + bare.slice(1);
}
