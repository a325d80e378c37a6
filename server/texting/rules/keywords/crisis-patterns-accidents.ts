import { helpNow, pastAgo, room } from './crisis-words.ts';

/** What people are buried in or caught by on a farm. */
const farm =
  '(?:(?:(?:grain|corn|bean|feed|storage|the|a|our|my) )bin|silo|(?:manure|slurry) pit|baler|auger|combine|corn picker|pto|trench(?! coat))';
/** What is between a person and the machine: "in the old combine", not "in traffic behind a combine". */
const inFarm = `(?:in|into|inside|down) (?:(?!(?:with|behind|by|near|love)\\b)\\w+ ){0,3}?${farm}`;
/** People work in a combine: "im stuck in the combine till midnight" is no danger unless the text ends there or says more. */
const stuckAtWork = `(?:stuck|caught up) (?:\\w+ ){0,2}in (?:\\w+ ){0,2}combine\\b(?!${helpNow}| (?:by (?:my|his|her)|(?:(?:and|he|im|is) ){0,3}(?:hurt|bleeding|screaming))\\b)`;
const vehicle = '(?:car|truck|van|suv|jeep|minivan)';

/** Fire, smoke and gas, water and cold, the road, and places that one cannot leave. */
export const accidents: readonly string[] = [
  `^(?:help |omg |a |grease |electrical ){0,4}fire in the ${room}${helpNow}|\\b(?<!\\b(?:if|when) )there is (?:a |an )?(?:(?:grease|electrical) )?fire in the ${room}\\b(?! of )`,
  `^(?:help |omg |a ){0,3}(?:house|apartment|kitchen|grease|stove|oven|electrical|barn) fire(?: (?:help|hurry|911|please|now|what do i do|help me))+$`,
  `\\b(?<!\\b(?:if|when) )the ${room} is on fire\\b(?! (?:sale|insurance))|\\bthe (?:house|apartment|building|room|kitchen) (?:is )?(?:filling (?:up )?with|full of) smoke\\b`,
  `^(?:help |omg |a |grease |electrical ){0,4}fire in (?:my|our) (?:\\w+ )?(?:kitchen|house|home|apartment|building|room|bedroom|bathroom|garage|attic|basement|car|truck|yard|backyard|oven|dryer|chimney|wall|barn|trailer|dorm)${helpNow}`,
  '\\bthere is (?:an? )?(?:(?:grease|electrical) )?fire in (?:my|our) |\\b(?:smoke|fire) (?!(?:smell|ants?)\\b)(?:\\w+ ){0,3}cant get out\\b(?! of (?:\\w+ )?(?:clothes|hair|carpet|couch|furniture|yard)\\b)',
  `\\b(?:my|our) (?:house|home|apartment|kitchen|building|car|truck|barn|garage|trailer|yard|field|stove|oven|microwave|dryer|room|bedroom|attic|basement|shed) (?:is )?on fire\\b(?! (?:sale|insurance|red paint))|^(?:help )?(?:barn|house|trailer|kitchen|car|truck) (?:is )?on fire${helpNow}`,
  `\\b(?:my|our) ${room} (?:is |just |has ){0,2}(?:caught (?:on )?fire|burning)${helpNow}|\\b(?:my|our) ${room} (?:is )?burning down\\b|\\bthe ${room} (?:is )?burning down${helpNow}`,
  `\\b(?:my|our) (?:house|apartment|home|room|kitchen) (?:is )?(?:filling (?:up )?with|full of) smoke\\b|^(?:help )?(?:there is )?(?:smoke|gas leak|a gas leak) in (?:my|our) (?:house|home|apartment|kitchen|basement|trailer)${helpNow}|^i smell gas${helpNow}|\\bsmells? (?:like )?(?:natural )?gas in (?:my|our) (?:house|home|apartment|kitchen|basement|building|trailer|bedroom)\\b`,
  `\\b(?:im|kin|he|someone) (?:\\w+ )?(?:pinned|crushed|trapped) (?:under|beneath|underneath|between)\\b|\\b(?:im|kin|he|someone) stuck under (?:a|the|my|our) (?:tractor|car|truck|tree|trailer|atv|combine|mower|rubble)\\b|\\bim (?:pinned(?: down)?|trapped)${helpNow}`,
  `\\b(?:im|we are) lost (?:in|on) (?:the |a )?(?:woods|mountains?|desert|forest|trail|cave)${helpNow}`,
  '\\b(?<!\\b(?:was|were) there (?:an? )?(?:\\w+ )?)(?:wreck|crash|car accident)\\b(?: \\w+){0,6} (?:people (?:are )?hurt|someone hurt|im hurt|kin hurt|need help(?! (?:with|filing|finding|getting|from (?:a )?lawyer)))\\b',
  `^(?:(?:help|omg|please|there is|there is a|a) ){0,3}fire(?: fire){0,5}${helpNow}|^(?:help |omg |a ){0,3}(?:house|apartment|kitchen|grease|stove|oven|electrical|barn) fire${helpNow}`,
  `^(?:help )?im on fire${helpNow}|\\b(?:my (?:clothes|hair|shirt|pants|dress|sleeve|bed|couch)|kin) (?:is |are |just |caught ){0,2}on fire${helpNow}`,
  `^(?:help |there is ){0,2}smoke (?:everywhere|coming (?:from|out of|through) (?:my|the|our) (?:walls?|outlets?|vents?|ceiling|floor|dryer|panel|${room}))${helpNow}`,
  `^(?:help )?(?:there is a )?(?:gas leak|carbon monoxide)${helpNow}|\\bsmell gas in (?:my|our|the) (?:house|home|apartment|kitchen|basement|building|trailer|bedroom)\\b|\\b(?<!\\bif )(?:my|our|the) (?:carbon monoxide|co) (?:alarm|detector) (?:is )?(?:going off|went off|wont stop)\\b`,
  `\\b(?:im|we are|kin) (?:stuck|trapped|stranded) (?:in|on|by) (?!(?:\\w+ ){0,8}(?:flights?|airport|hotels?|motels?)\\b)(?:\\w+ ){0,6}?(?:flood\\w*|blizzard|snow ?storm|rising water)\\b|\\b(?:im|we are) stranded (?:in|on) (?:the|a) (?!airport\\b)\\w+${helpNow}|\\b(?:im|we are|kin) freezing to death${helpNow}`,
  `\\b(?:my|our|the) (?:car|truck|boat|van) (?:is )?(?:sinking|under ?water|in the (?:water|river|lake|canal)|filling (?:up )?with water)${helpNow}|\\bwater (?:is )?(?:coming|pouring|rushing) in(?:to|side)? (?:my|our|the) (?:car|truck|van)\\b|\\bwater (?:is )?rising (?:\\w+ ){0,4}(?:cant get out|in(?:side)? (?:my|our) (?:house|home|car|apartment|basement|trailer))`,
  `\\b(?:kin|he|someone) (?:just )?fell (?:in|into|through) (?:the|a|our|my) (?:pool|lake|river|pond|well|ice|water|ocean|creek)${helpNow}`,
  `\\b(?:i|ive|we|kin|he) (?:(?:just|was|were|got|had|been|has) ){1,3}(?:in |into )?an? (?:(?:bad|really|terrible|serious|car|motorcycle|truck|atv) ){0,3}(?:accident|wreck|crash)${helpNow}|^(?:help )?(?:bad )?car (?:accident|crash|wreck)${helpNow}`,
  `\\b(?:i|kin|he|we) (?:just )?(?:crashed|wrecked|rolled|flipped) (?:my|the|our|his|her) (?:car|truck|motorcycle|bike|atv|tractor|four wheeler|van)(?: (?:and )?(?:im|he|kin) (?:bleeding|hurt|trapped|stuck))?${helpNow}|\\bcrashed (?:and )?im (?:hurt|bleeding|trapped)\\b`,
  `\\b(?:i|ive|kin|he|someone) (?:(?:just|was|been|got|has) ){1,3}(?:hit by an? (?:car|truck|bus|train|suv|van|motorcycle|drunk driver)|run over)(?: (?:by an? \\w+|and \\w+(?: \\w+){0,4}))?${helpNow}|(?:^|\\b(?:a|the) )tree (?:just )?fell on (?:(?:me|kin|him|us)\\b|my (?:legs?|arms?|foot|feet|chest)${helpNow}|my (?:legs?|arms?|foot|feet|chest) (?:and )?i cant )`,
  '\\b(?:im|we are|kin|he|someone) (?:\\w+ )?(?:trapped|stuck) (?:\\w+ ){0,5}cant get out\\b|^(?:help )?(?:trapped|stuck) (?:(?:and|i) |(?:in|inside|under|on) (?!(?:mud|snow|sand)\\b)(?:\\w+ ){1,4})?cant get out\\b',
  `\\b(?:kin|the neighbors?|neighbors?) (?:house|apartment|trailer|barn|garage) (?:is )?on fire\\b|^(?:help )?(?:stove|oven|field) on fire${helpNow}|^(?:help )?fire in (?:${room}|the wall|the walls)${helpNow}|^(?:help )?grease fire on (?:the |my )?stove${helpNow}`,
  `^(?:help )?(?:my |the )?(?:house|apartment|trailer|kitchen) (?:is )?(?:full of|filling (?:up )?with) smoke\\b|^(?:help )?(?:there is |i smell )?smoke in (?:my |the )?(?:house|apartment|trailer|kitchen)${helpNow}`,
  `^(?:help )?(?:my |the )?(?:house|apartment|trailer|kitchen|basement) smells? (?:like|of) (?:natural )?gas${helpNow}|^(?:i )?smell gas in (?:my |the )?(?:house|apartment|trailer)${helpNow}|^(?:strong )?gas smell in (?:my |the )?(?:house|apartment|trailer|kitchen)${helpNow}|^strong gas smell${helpNow}|^(?:i|we) have a gas leak${helpNow}`,
  `\\bim in an? (?:(?:car|bad|truck) )?(?:wreck|crash|accident)${helpNow}|\\bmy (?:car|truck|van|tractor|jeep) (?:just |has )?(?:(?:rolled|flipped)(?: over)?|went (?:off the road|(?:in|into) (?:the|a) (?:river|lake|ditch|creek|pond|water)))${helpNow}|\\bi ran off the road(?: and im (?:hurt|stuck|bleeding))?${helpNow}|\\bim in a ditch and (?:im )?hurt\\b`,
  `\\b(?:tractor|mower|car|truck|atv|four wheeler) (?:just )?(?:rolled|flipped|fell)(?: over)? on (?:me|kin|him|her)\\b|\\b(?:im|kin|he) (?:stuck )?under (?:a|the|my) (?:tractor|car|truck|tree|log)${helpNow}|\\bmy (?:leg|arm|foot|hand) (?:is )?stuck under\\b`,
  // A person or a limb: "my phone is stuck in the combine" is no danger.
  `(?:\\b(?<!\\b(?:if|when|once|where) )(?!(?:i|im|ive|we are|kin|he|someone) (?:\\w+ ){0,3}${stuckAtWork})(?:i|im|ive|we are|kin|he|someone|(?:my|his|her) (?:arm|leg|hand|foot|hair|sleeve|fingers?|shirt|clothes)) |^(?!${stuckAtWork})(?:(?:help|arm|leg|hand|foot) ){0,2})(?:(?:is|are|has|just|got|was|were|been) ){0,3}(?:trapped|buried|stuck|caught|pinned|(?:fell|fallen)(?! (?:asleep|in love)\\b)|sank|sinking) (?:\\w+ ){0,2}?${inFarm}\\b${pastAgo}`,
  `\\b(?<!\\b(?:an?|if|when|of|for|your|every|leaving) )(?:kin|baby|toddler|newborn|infant|child|kids?|grandbaby) (?:(?:is|are|got|just|accidentally|has|been) ){0,3}locked in(?:side)? (?:(?:the|a|my|our|his|her) )?(?:hot )?${vehicle}(?:${helpNow}| (?:and|with|in|the|keys?|its|it)\\b.*)|\\blocked (?:(?:my|the) keys and )?(?:kin|the (?:baby|kids?|toddler|child)) in(?:side)? (?:the|a|my|our) (?:hot )?${vehicle}\\b(?! seat)`,
  `^(?:(?:help|please|and) ){0,2}(?:im|we are) (?:so |really )?lost(?: and)?(?: please)? (?:help|help me|help us)${helpNow}|^(?:(?:help|please|im lost|im confused|and|so) ){0,4}i dont know where im(?: (?:and )?im (?:scared|lost|cold|alone))?${helpNow}|^im lost(?: and)? (?:i )?(?:dont|cant) (?:know|find|remember) (?:how to get |my way |the way )(?:back )?home${helpNow}`,
  `\\b(?:im|we are) on (?:the|my|our) roof\\b(?: \\w+){0,4} (?:water|flood) (?:is )?(?:rising|coming)|\\bwater\\b(?: \\w+){0,7} (?:im|we are) on (?:the|my|our) roof\\b`,
  `(?:^(?:help )?|\\b(?:im|we are|kin) )(?:trapped|buried) in (?:the |my |our |an? )?(?:basement|cellar|attic|storm shelter|elevator|rubble|debris)(?: (?:after|from|by) (?:the |a )?(?:tornado|storm|hurricane|fire|flood|earthquake))?${helpNow}`,
  `^(?:(?:help|omg|the) ){0,3}${room} (?:has |just ){0,2}caught (?:on )?fire${helpNow}|\\b(?:carbon monoxide|co) (?:alarm|detector)\\b(?: \\w+){0,4} (?:i|im|we|we are|kin|he)\\b(?: \\w+){0,3} (?:headaches?|dizzy|sick|nauseous|throwing up|sleepy)\\b`,
];
