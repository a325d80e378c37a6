const relative =
  '(?:MOTHER|MOM|FATHER|DAD|WIFE|HUSBAND|SON|DAUGHTER|GRANDMA|GRANDMOTHER|GRANDPA|GRANDFATHER|SISTER|BROTHER|FRIEND)';
const afterDeath = '(?: (?:LAST|THIS|IN) \\w+| (?:TODAY|YESTERDAY|RECENTLY))?';
const place = '(?:AT WORK|(?:IN|AT) (?:THE HOSPITAL|BED|A MEETING|CHURCH|SCHOOL|CLASS|COURT))';

/** Who they are, what became of a person, whose phone it is, what a text costs. */
const statements = [
  `MY ${relative} (?:HAS |JUST )?(?:DIED|PASSED(?: AWAY)?|IS (?:DEAD|DECEASED|GONE))${afterDeath}`,
  `(?:IM|I AM) (?:\\d{2,3}(?: YEARS OLD)?|OLD|ELDERLY|ASLEEP|SLEEPING|DRIVING|SICK|BLIND|NOT INTERESTED|${place})`,
  'I (?:DO NOT|DONT) (?:EVEN )?KNOW (?:YOU|U|WHO (?:THIS|YOU|U) (?:IS|ARE|R))|NOT ME',
  '(?:(?:YOU|U|YOUVE) (?:HAVE |GOT |HAVE GOT )?)(?:THE |A )?WRONG (?:NUMBER|PERSON)',
  '(?:WHO (?:IS THIS|ARE YOU) )?(?:AND )?WHY (?:ARE|R|DO) (?:YOU|U) (?:KEEP )?(?:TEXTING|MESSAGING|CONTACTING|BOTHERING) ME',
  `THIS IS (?:HER|HIS|THEIR) ${relative}|THIS NUMBER (?:IS NOT|ISNT) \\w+`,
  '(?:(?:THIS|THIS NUMBER|IT) IS |ITS )?(?:A )?(?:LANDLINE|LAND LINE|FAX NUMBER|FAX|(?:BUSINESS|WORK|HOME|OFFICE|PRIVATE) (?:LINE|PHONE|NUMBER))',
  'I (?:DIDNT|DID NOT|NEVER) (?:ASK(?:ED)?|SIGN(?:ED)? UP) FOR (?:THIS|THESE|IT)',
  'I (?:CANT|CANNOT|CAN NOT) AFFORD (?:THIS|THESE|IT|TEXTS|THESE TEXTS)|I PAY (?:PER|FOR (?:EACH|EVERY)) TEXT',
  '(?:THESE |YOUR )?TEXTS COST(?: ME)?(?: MONEY)?|MY PHONE HAS LIMITED TEXTS',
  'GO TO HELL|SHUT UP(?: AND)?|ENOUGH(?: ALREADY)?',
];

/**
 * A pattern of what people say before they ask us to stop, where no mark sets it apart: "im at work stop texting me",
 * "my mom died please stop sending messages". Up to the request, in the form of `plainWords`.
 */
export const statementBeforeRequest =
  `(?:${statements.join('|')}) ` +
  '(?:(?:PLEASE|PLS|PLZ|SO|AND) )*(?=(?:STOP|UNSUBSCRIBE|QUIT (?:TEXTING|MESSAGING|SENDING)|REMOVE|TAKE (?:ME|MY|THIS)|DO NOT (?:TEXT|CONTACT|SEND)|DONT (?:TEXT|CONTACT|SEND)|LEAVE (?:ME|US))\\b)';
