import { drugs, helpNow, notOnSweets, overdose, pastAgo } from './crisis-words.ts';

const poisons =
  '(?:bleach|antifreeze|poison|drano|rat poison|lye|ammonia|kerosene|paint thinner|lighter fluid|windex|tide pods?|laundry (?:pods?|detergent)|detergent|pesticide|weed killer|roundup|lamp oil|drain cleaner|(?:toilet|oven) (?:bowl )?cleaner|nail polish remover|rubbing alcohol|gasoline|pine ?sol|lysol|mothballs?)';
/** "My son wont wake up for school", "my newborn doesnt wake up to feed at night": one that will not may be ill. */
const toSchool =
  '(?!(?: up)? (?:for (?:school|work|class|church)|(?:in|on) time|early|at \\d|in the mornings?|before \\w+|to (?:(?:his|her|an|my|the) )?alarms?|with (?:an|the|his|her) alarm|until)\\b)(?!(?<=\\b(?:doesnt|does not) wake up) (?:to (?:feed|eat|nurse|pee)|at night|when he (?:wets|pees))\\b)(?!(?<=\\bnot waking up) to pee\\b)';
const pets =
  '(?:dog|cat|pupp(?:y|ie)|pup|kitten|kitty|horse|cow|calf|pug|bulldog|hen|chicken|bird|parrot|hamster|rabbit|bunny|goat|lamb|pig|fish|turtle|frog|lizard)s?';
/** Whose breath stops: "tell me why pugs cant breathe" and "i think my dog ate a bone and cant breathe" are questions. */
const noPet = `(?!(?:why|what|which|how|if|when|${pets})\\b)\\w+`;
const swallower = '(?:\\b(?:i|ive|kin|he|someone) |^(?:help )?)(?:just |has |accidentally ){0,2}';

/** "My baby quit breathing hard". */
const breathingStill = '(?! (?:treatments?|exercises|(?:so )?(?:hard|heavy|heavily)(?! (?:please|help|to)\\b))\\b)';

/** An illness, an injury or a poison, now. */
export const medical: readonly string[] = [
  `\\b(?<!\\b(?:dream(?:s|t|ed|ing)? (?:about|of)|say to|(?:verses?|prayers?|poems?|quotes?|gifts?|scriptures?|psalms?|songs?) for) )(?:im|kin|he|someone) (?:dying|bleeding (?:out|badly|a lot|to death|really bad)|choking|drowning|unconscious|unresponsive|turning blue)${helpNow}`,
  `\\bkin (?:\\w+ ){0,4}(?:unconscious|unresponsive)${helpNow}`,
  `\\b(?:im|kin|someone) choking (?:on (?!(?:my|his|her) words\\b)(?:(?:a|an|some|the|my|his|her) )?\\w+(?: (?!sometimes|often)\\w+)?|and cant breathe)${helpNow}`,
  '\\bi think (?:im|kin|he) dying\\b',
  `\\bim going to die${helpNow}|^am i dying${helpNow}`,
  `(?:\\b(?:im|am i|kin|he|someone) having (?:an? )?(?:bad |severe )?(?:(?:heart|asthma) attack|stroke|seizure|chest pains?)\\b(?! of )|^(?:help )?having (?:an? )?(?:bad |severe )?(?:(?:heart|asthma) attack|stroke|seizure|chest pains?)${helpNow})`,
  `\\b(?:i have|i got|(?:kin|he|someone) (?:has|got)) (?:bad |severe |really bad |a lot of )?chest pains?${helpNow}|^(?:help )?(?:bad |severe |really bad |sharp )?chest pains?${helpNow}|\\bchest (?:pains?|hurts?|tight|tightness) (?:\\w+ ){0,5}arm (?:\\w+ ){0,3}(?:numb|tingling|tingly)\\b`,
  '\\b(?:kin|he|my(?! dogs?\\b| cats?\\b)|her|his) (?:\\w+ ){0,5}face (?:is )?drooping\\b(?! from botox)|\\bface (?:is )?drooping (?:and )?(?:slurred|slurring)\\b',
  `\\b(?:my|his|her) throat (?:is )?(?:closing|swelling)\\b|\\b(?<!\\b${pets} )throat (?:is )?(?:closing|swelling)(?: up| shut)?${helpNow}|\\b(?<!\\b${pets} )(?:tongue|lips?) (?:is |are )?swelling(?: up)? (?:(?:after|from) (?:\\w+ ){0,3}?(?:peanuts?|nuts?|shrimp|shellfish|crab|sting|stung|bees?|wasps?)\\b|and (?:\\w+ ){0,3}cant (?:swallow|breathe|talk)\\b)|\\ballergic reaction (?:\\w+ ){0,4}cant breathe\\b`,
  `\\b(?:kin|he|someone) (?:(?:still|just) |(?:\\w+ ){1,4}and )?(?:wont|cant|will not|isnt|not|doesnt|does not) (?:wake|waking) up\\b${toSchool}`,
  `\\bcant (?:get )?(?:wake|wake up) (?:kin|him|her|them)(?: up)?\\b${toSchool}|\\bcant get (?:kin|him|her|them) to wake up\\b${toSchool}`,
  `(?:\\b(?:i|ive|kin|he|someone) (?:just |has )?|^(?:help )?)(?:fell|fallen)(?! in love)(?: \\w+){0,5} cant (?:get up|move)\\b(?! (?:commercial|actress|lady|button|device|ad|year|origin))`,
  `^(?:help |my )?bleeding wont stop${helpNow}|\\bi cut (?:off )?my (?:\\w+ ){1,6}bleeding (?:bad|badly|a lot|out)\\b|\\bcant stop (?:the )?bleeding${helpNow}`,
  `\\b(?:rattle)?snake (?:just )?bit (?:me|kin)${helpNow}|\\b(?<!\\b(?:people (?:get|are)|(?:dog|cat) (?:got|was)) )bit(?:ten)? by a (?:rattlesnake|rattler|copperhead|cottonmouth|water moccasin|coral snake|snake)${helpNow}`,
  `^(?:help )?(?:im|kin) in labor${helpNow}|\\bwater broke (?:\\w+ ){0,4}baby (?:is )?coming\\b|^(?:help )?(?:the )?baby (?:is )?coming${helpNow}`,
  `^(?:help )?(?:my |the )?(?:carbon monoxide|co) (?:alarm|detector) (?:is )?(?:going|went) off${helpNow}`,
  `(?:\\b(?:i|kin|he|someone) |^)cant breathe(?: and (?:my|his|her|kin) .*)?${helpNow}`,
  // What came before it: "i got kicked in the chest cant breathe", "mixed bleach and ammonia cant breathe".
  `\\b(?:i|im|ive|me|kin|he|someone)(?: ${noPet}){1,8} cant breathe${helpNow}|^(?:help )?(?:just )?(?:mixed|mixing|inhaled|breathed|breathing|ate|swallowed|fell|got|woke)(?: ${noPet}){1,8} cant breathe${helpNow}`,
  `\\b(?:kin|he|someone) (?:not|isnt|stopp?(?:ed)?|has stopped|wont|quit) breath(?:e|ing)\\b${breathingStill}`,
  `\\bkin (?:\\w+ ){1,5}(?:not|isnt|stopped) breathing\\b${breathingStill}`,
  `\\bkin (?:just |has ){0,2}collapsed${helpNow}`,
  `\\b(?:im|kin|he) having (?:trouble|difficulty|a hard time) breathing${helpNow}`,
  '\\b(?:i|im|ive|kin) (?:just |think |i |im |has |accidentally ){0,4}(?:overdosed|overdosing|od d|oding)\\b(?! (?:in|last|when|years?) )' +
    notOnSweets,
  `\\b(?:i|ive|kin|he|someone) (?:just |has )?(?:took|taken) an overdose\\b${pastAgo}${notOnSweets}`,
  `\\b(?:he|someone|friend) (?:just |has )?(?:overdosed|overdosing)${helpNow}`,
  `\\bkin (?:just )?(?:odd|oded|od)${helpNow}`,
  `${swallower}(?:took|taken|swallowed|ate|downed) ${overdose} (?!(?:mg|mcg|units|ml|iu|hour|hr)\\b)(?:\\w+ ){0,2}?${drugs}\\b`,
  `${swallower}(?:took|taken|swallowed|ate|drank|downed|chugged) (?:too many|too much|(?:a|the) (?:(?:whole|entire|full) )?bottles? of|half (?:a|the) bottle of|all (?:of )?(?:my|his|her|the|kin)|a (?:whole )?(?:bunch|lot|ton) of|a handful of) (?:\\w+ ){0,3}?${drugs}\\b(?! for today(?: can\\b|$))`,
  `${swallower}(?:took|swallowed|ate|downed) (?:a|the) (?:whole|entire|full) (?:bottle|pack|box)${helpNow}`,
  `${swallower}(?:swallowed (?:some |my |the |a lot of |all )?|took (?:some )?)(?:pills|meds)${helpNow}`,
  `\\bkin (?:just )?(?:ate|swallowed|got into|drank) (?:my|the|our|some|kin) (?:\\w+ ){0,3}?${drugs}\\b`,
  '\\bkin (?:just )?(?:ate|swallowed) (?:a |an |some |the )?(?:\\w+ )?(?:battery|batteries|magnets?)\\b',
  `${swallower}(?:drank|swallowed|ate|drinking) (?:some |a little |a bottle of |a cup of |our |my |the )?${poisons}\\b`,
  `${swallower}(?:took|swallowed|ate|drank|downed|chugged) (?:my|two|three|four|five|[2-9]|several)(?: whole| entire| full)? bottles? of (?:\\w+ ){0,3}?${drugs}\\b`,
  `^(?:help )?(?:i )?(?:overdosed|overdosing|od)${helpNow}`,
  `${swallower}(?:took|did|smoked|shot|snorted|used|had) too much (?:\\w+ )?(?:heroin|meth|cocaine|coke|fentanyl|fent|crack|molly|ecstasy|mdma|ketamine|dope|acid)\\b|${swallower}(?:took|did|snorted|smoked|shot up) (?:some )?(?:fentanyl|heroin|fent)(?:${helpNow}| (?:and|im|cant|now) )`,
  `\\btoo (?:much|many) \\w+ (?:and )?(?:i )?cant (?:breathe|stay awake|stop throwing up)\\b`,
  `\\bkin (?:just )?took (?:my|our) (?:\\w+ )?(?:pills|meds|medicine|medication)${helpNow}|\\bkin (?:just )?(?:ate|swallowed) (?:a|an|some|one of my) (?:\\w+ )?pills?\\b(?! bugs?)|\\bkin (?:just )?(?:drank|swallowed) (?:some |the )?(?:\\w+ )?(?:cleaner|gas)${helpNow}`,
  `\\b(?:i|kin) (?:just )?(?:fell(?: down)?(?: (?:the|some) (?:stairs|steps))?|fell off (?:a|the) (?:roof|ladder|horse|bed|bike|changing table))(?: and (?:is |im )?bleeding(?: bad(?:ly)?)?)?${helpNow}|\\b(?:i|kin) (?:just )?fell (?:\\w+ ){0,4}(?:broke|hit) (?:my|his|her) (?:head|hip|neck|back|leg|arm)\\b(?! how long (?:to|does|until|till))${pastAgo}`,
  `^(?:help )?i cant (?:move|see|feel my (?:legs?|arms?|face|hands?|feet)|move my (?:legs?|arms?))${helpNow}`,
  `(?:^|\\bi )cant (?:catch my breath|get (?:any |enough )?air)${helpNow}|\\b(?:im|kin|he) (?:struggling|fighting) to breathe?${helpNow}|^(?:its )?(?:so )?hard to breathe?${helpNow}|^(?:im |i have )?(?:having )?(?:trouble|difficulty) breath(?:e|ing)?${helpNow}|\\bim (?:really |very )?short of breath(?:${helpNow}| and\\b)`,
  `^(?:help )?(?:heart|asthma) attack${helpNow}|^(?:help (?:a )?(?:stroke|seizure)|(?:stroke|seizure) (?:help|911|now))${helpNow}|\\b(?:i|kin|he|someone) (?:(?:just|has|i|think|may|have|might) ){0,4}had (?:a|an) (?:bad |mild |mini |massive )?(?:heart attack|stroke|seizure)(?: just)?${helpNow}|\\b(?:i|kin|he|someone) just had (?:a|an) (?:\\w+ )?(?:heart attack|stroke|seizure)\\b${pastAgo}|\\b(?:kin|he|someone) seizing${helpNow}`,
  `^(?:help )?my chest (?:really )?hurts?(?: (?:(?:so|really) )?bad(?:ly)?| a lot)?${helpNow}|\\bleft arm (?:is )?(?:numb|tingling)(?: (?:and )?chest pains?)?${helpNow}|\\b(?:kins?|my|his|her) heart (?:has |just )?stopped(?: beating)?${helpNow}|^my heart (?:really )?hurts(?: so bad)?${helpNow}`,
  `\\b(?:kin|he|someone) (?:just )?(?:passed out|fainted|blacked out)${helpNow}|\\bkin (?:blue|limp|turned blue|went limp)${helpNow}|\\b(?:his|her|kin) lips (?:are |is |have |has )?(?:turning |turned )?blue\\b(?! lipstick)`,
  `^(?:help )?(?:rattle)?snake ?bites?${helpNow}|^(?:help )?(?:(?:im|kin|he) )?(?:having )?(?:an? )?(?:bad |severe )?(?:allergic reaction|anaphyla\\w+)${helpNow}|\\b(?:my|his|her|kin) (?:face|tongue|lips?) (?:is |are )?swelling(?: up| shut)?${helpNow}|\\b(?:im|kin|he) going into (?:anaphylactic )?shock\\b(?! therapy)`,
  `(?:^|\\b(?:it|he|i|kin|and|(?:my|his|her) (?:\\w+ )?(?:arm|leg|hand|finger|head|foot|wrist|neck|cut)) )wont stop bleeding${helpNow}|^(?:help )?(?:im )?bleeding (?:a lot|bad|badly|heavily|really bad)${helpNow}`,
  `\\bim (?:\\w+ ){0,3}pregnant and (?:im )?bleeding\\b(?! gums)|\\bim bleeding and (?:im )?(?:\\w+ ){0,3}pregnant\\b|\\b(?:im|kin) having a miscarriage\\b|\\b(?:im|kin|he) having (?:the|a|her|my|our) baby (?:now|right now)\\b|^(?:help )?(?:my|her|kin) water (?:just )?broke${helpNow}`,
  `\\b(?:i|kin|he) (?:just |accidentally ){0,2}(?:cut|chopped|sawed|sliced) (?:off (?:my|his|her) (?:\\w+ )?(?:fingers?|thumb|hand|toe|foot|arm)|(?:my|his|her) (?:\\w+ )?(?:fingers?|thumb|hand|toe|foot|arm) off)\\b${pastAgo}|\\b(?:i|kin|he) (?:just )?cut (?:my|his|her) (?:hand|arm|leg|finger|foot|wrist|head|neck) (?:(?:really|so) )?(?:bad|deep|open)(?:ly)?${helpNow}|\\bcut (?:my|his|her) \\w+ with (?:a|the) (?:chain ?saw|saw|table saw|axe|circular saw)${helpNow}|\\bchain ?saw cut (?:my|his|her)\\b`,
  `\\b(?:i|ive|kin|he|someone) (?:(?:just|was|got|been|has) ){1,3}electrocuted${helpNow}|\\b(?:i burned myself|kin (?:got |was )?burned) (?:really |so )?bad(?:ly)?${helpNow}`,
  // Breath.
  `(?:\\bi |^)(?:can(?:t)? (?:hardly|barely)|hardly|barely) breathe?${helpNow}|(?:\\bi |^)cant breathe (?:good|right|well)${helpNow}|(?:\\bi |^)cant (?:get|catch) my breathe?${helpNow}|\\bim choking (?:and )?cant breathe\\b`,
  `^(?:help )?(?:im |kin |he )?gasping for (?:air|breath)${helpNow}|^(?:help )?(?:im )?(?:having )?(?:a )?hard time breathing${helpNow}|^(?:im )?short of breath${helpNow}`,
  // The heart. "My chest hurts after bench press" is a question.
  `^(?:help )?(?:i have |i got |im having )?(?:a |an )?(?:bad |sharp |severe |really bad )?(?:pain|pains|pressure|tightness) in my chest${helpNow}|^(?:help )?(?:my )?chest (?:is |feels )?(?:hurting|tight|pressure)(?: (?:real |really |so )?bad)?${helpNow}`,
  `^(?:my )?chest hurts (?:real |really )?bad${helpNow}|\\b(?:my )?left arm and (?:my )?chest (?:hurts?|is numb)\\b|\\bchest (?:hurts )?and (?:my )?(?:left )?arm (?:hurts?|is numb)\\b|^(?:i have )?(?:a )?pain (?:down|in) my left arm${helpNow}`,
  `\\b(?:im|kin|he|i) (?:may|might|could) be having an? (?:heart attack|stroke|seizure)${helpNow}|^kin having (?:heart attack|stroke|seizure)s?${helpNow}|^having heart attack${helpNow}`,
  // A stroke.
  `\\b(?:kin|he) cant (?:talk|speak) and (?:\\w+ ){0,4}(?:face|arm|side|droop\\w*|numb|confused)\\b|\\bkin (?:\\w+ )?(?:confused|dizzy) and (?:he )?cant (?:talk|speak|walk)\\b|\\bkin (?:\\w+ )?(?:confused|dizzy|weak) and (?:he )?(?:is )?slurring\\b|\\b(?:my|his|her|kin) speech is slurred${helpNow}|\\b(?:im|kin|he) slurring (?:my|his|her) (?:words|speech)${helpNow}`,
  `^(?:one side of )?my face (?:is )?(?:numb|drooping)${helpNow}|\\bkin cant move (?:his|her) (?:(?:left|right) )?(?:arm|leg|side)${helpNow}`,
  // Who does not answer, and who lies on the floor.
  `\\bkin (?:not responding|isnt responding|wont respond|not moving|isnt moving|wont answer me|out cold)${helpNow}|^(?:help )?he not moving${helpNow}|\\b(?:kin|he|someone) (?:\\w+ ){0,3}?(?:fell|fallen|shocked|electrocuted|kicked|thrown|hit|collapsed|crashed|struck|trampled|laying|lying)\\b(?: \\w+){0,7} (?<!\\b(?:it|car|truck|tractor|mower|bike|motorcycle|traffic|line|train|clock|engine) (?:is )?)(?:not|isnt) moving${helpNow}|\\bkin on the floor(?: and (?:he )?(?:wont|cant|not) \\w+(?: \\w+){0,2})?${helpNow}`,
  `^(?:help )?(?:im )?(?:laying |lying |stuck )?on the (?:floor|ground) (?:and )?(?:i )?cant (?:get up|move)${helpNow}|(?:\\bi |^)cant get up (?:off|from) (?:the |my )?(?:floor|ground)${helpNow}|^(?:help )?(?:i )?cant get out of (?:the|my) (?:tub|bath ?tub|bath|shower)${helpNow}|^(?:help )?(?:im )?stuck in (?:the |my )?(?:bath ?tub|tub)${helpNow}|^(?:im )?stuck on the floor${helpNow}`,
  `\\b(?:i|kin) (?:just )?fell (?:(?:down|and) ){0,2}(?:he |i )?(?:is )?(?:cant get up|not moving|isnt moving|help me)${helpNow}|^i (?:think i )?broke my hip${helpNow}|^kin fell cant get up\\b`,
  // Blood.
  `\\b(?:(?:kin|he|someone) (?:\\w+ ){0,6}?bleeding (?:\\w+ ){0,2}?from (?:his|her|the) (?:head|ears?|eyes?|neck|throat|chest|stomach)|im (?:\\w+ ){0,2}?bleeding (?:\\w+ ){0,2}?from my (?:head|ears?|eyes?|neck|throat|chest|stomach))${helpNow}`,
  `\\bim bleeding (?:real |really |so )?(?:bad|badly)${helpNow}|\\bim bleeding and (?:it|i) (?:wont|cant|doesnt) stop\\b|\\bim hemorrhaging\\b|\\b(?:stitches|wound) (?:\\w+ ){0,3}and im bleeding\\b`,
  `(?:^|\\b(?:im|kin|he) )(?:throwing up|coughing up|vomiting|spitting up|puking) blood${helpNow}|\\bi (?:just )?(?:cut an artery|(?:cut|sliced) my (?:hand|arm|leg|wrist) open)\\b`,
  // Seizures, sugar, snakes, stings and water.
  `\\b(?:kin|he) convulsing${helpNow}|\\b(?:kin|he) having seizures${helpNow}|\\bsugar is (?:low|\\d+) (?:and |help)(?:he )?(?:wont wake|passed out|$)|^low sugar passed out\\b|\\bdiabetic and (?:he )?wont wake up\\b`,
  `^(?:i got )?(?:snake ?bit)${helpNow}|\\b(?:copperhead|cottonmouth|rattler|water moccasin) (?:just )?bit (?:me|kin)\\b|^(?:my )?tongue is swollen${helpNow}|\\b(?:stings?|stung)\\b(?: \\w+){0,4} (?:cant breathe|throat (?:is )?closing)\\b`,
  `\\bkin drowned${helpNow}|\\b(?:a )?(?:boy|girl|kid|child|man|baby) (?:is )?drowning${helpNow}`,
  // Poison.
  `${swallower}(?:took|taken) (?:too many|too much) (?:of )?(?:my |his |her )?(?:\\w+ ){0,2}(?:pills?|meds|medicines?|insulin)${helpNow}|\\bkin took all (?:of )?(?:his|her|my|the) (?:pills|meds|medicine)\\b|\\bi (?:just )?overdose${helpNow}|\\bi took kin pills all of them\\b|\\bkin overdosed on (?:fentanyl|heroin|pills|meth)\\b`,
  // The dead may be alive.
  `\\bi (?:think|found) (?:kin|he|him|her) (?:is )?dead${helpNow}|\\bi need (?:a doctor now|medical help)${helpNow}|^(?:help )?im hurt (?:real )?bad(?:ly)?${helpNow}`,
];
