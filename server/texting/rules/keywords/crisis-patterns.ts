/**
 * What people in danger write, in the form that `plainly` (crisis.ts) normalizes a text to: lower case, no punctuation,
 * "im" for "I am", "someone" for "someone is", "he" for "he is" and "she is", "kin" for "my husband is", "our baby" and
 * the like, "going to" for "gonna" and "about to".
 */
const harm = '(?:kill|hurt|harm|shoot|hang|drown|poison|cut|stab|burn)';
const harming = '(?:killing|hurting|harming|shooting|hanging|drowning|poisoning|cutting|burning)';
const intent =
  '(?:want|need|going|plan|planning|ready|trying|tried|decided|have|urges?|might|will|could|should|ill|id|gotta)';
const now = '(?: (?:anymore|now|right now|rn|tonight|today|so bad|please|help))*$';
const helpNow = '(?: (?:help|please|pls|now|right now|rn|hurry|i need help|what do i do|call 911))*$';

/** The sender writes about suicide or self-harm, or asks how. */
const selfHarm = [
  '\\b(?:kill|killing|unalive|unaliving) myself\\b',
  `\\b${intent} (?:to )?(?:just )?${harm} myself\\b(?! (?:some|a break|out|off|up|short|in the foot))`,
  `\\b(?:thinking|thoughts|thought) (?:about|of) ${harming} myself\\b`,
  `\\b(?:feel like|keep|cant stop|started|been) ${harming} myself\\b(?! (?:some|short|off|out|shaving))`,
  '\\b(?:end|ending) my (?:own )?life\\b',
  '\\b(?:take|taking) my own life\\b|\\bgoing to take my life$',
  `\\bi (?:dont|no longer) want to (?:live|be alive|exist|wake up|be here)${now}`,
  '\\bi (?:dont|no longer) want to (?:live|be alive|exist|be here) anymore\\b',
  '\\b(?:thinking (?:about|of)|goodbye im|im) ending it(?: all)?\\b',
  `\\bwant (?:it all|it|everything|this all) to (?:end|be over)${now}`,
  '\\bi feel like dying\\b|\\bi want to (?:go to )?sleep forever\\b',
  '\\b(?:no one|nobody) would (?:even )?(?:care|notice|miss me)(?: if i (?:died|was dead|was gone|were gone|killed myself))\\b',
  '\\bi?(?:m|ve)? ?(?:want to |going to |just |keep )*(?:slit|cut|slitting|cutting) my wrists?\\b',
  `\\bon (?:a|the) (?:bridge|ledge|roof) (?:\\w+ ){0,3}(?:jump|jumping)${now}`,
  '\\bwant to (?:just )?die\\b(?! (?:my|it|laughing))',
  '\\bi (?:want to be|should be|wish i (?:was|were)) dead\\b(?! (?:right|wrong))',
  '\\bi wish i (?:was|were|had|been|could|never|just| )*(?:born|die)\\b',
  '\\b(?:im|id be|everyone|everyones|everybody|they|theyd|world|family|kids)(?: would| is| be)* better off (?:dead|without me)\\b',
  '\\bi have (?:no reason to live|nothing (?:left )?to live for)\\b',
  `\\bi cant (?:go on|do life|do this|take this|take it|live like this|keep living)(?: like this)?${now}`,
  '\\b(?:im|i feel|feeling|i been|ive been|am i) (?:(?:so|very|really|extremely|actively|feeling|kinda|still) )*suicidal\\b|^suicidal$',
  '\\b(?:have|having|had) (?:\\w+ ){0,2}(?:suicidal (?:thoughts|ideation|feelings)|thoughts of suicide)\\b(?! (?:should|is|are))',
  '(?:\\b(?:im|ive been|i been|i keep) (?:\\w+ )?|^)(?:thinking (?:about|of)|contemplating|considering|planning) (?:committing )?suicide\\b',
  '\\bi(?:m|ll)? (?:just |really )*(?:want to|going to|will|might|need to|tried to|have to)? ?(?:commit|attempt|attempted) suicide\\b',
  '\\b(?:how (?:can|do|should|would|could) i|how to|(?:best|easiest|quickest|painless|easy|fastest) ways? to|help me) (?:commit suicide|kill yourself|end it all|die (?:painlessly|without pain|quickly|in my sleep))\\b',
  '\\b(?:painless|easiest|quickest|easy|fastest) (?:way|ways|method) (?:to die|of dying)\\b',
  '\\bhow (?:many|much) (?:\\w+ ){1,4}(?:to (?:overdose|od|die|end it)|(?:will|would) kill me)\\b',
  `\\b(?:im going|going|want|ready|might|will) (?:to )?(?:just )?end it(?: all)?${now}`,
  `\\b(?:going|want|ready) to jump (?:off|from|in front of) (?:the|this|a) (?:bridge|building|roof|balcony|ledge|overpass|train)${now}`,
  `^(?:(?:goodbye|bye|sorry|help|please) )*im going to jump${now}`,
  '\\b(?:i want to|i keep|urges? to|i need to|im going to) self ?harm(?:ing)?\\b|\\bgun to my head\\b',
  '^kms$|\\b(?:going to|want to) kms\\b',
  '\\bsuicide (?:hot ?line|help ?line|life ?line|prevention (?:hot ?line|line|number))\\b|^(?:crisis|suicide) (?:line|number|help)$',
];

/** A person close to the sender is about to harm themselves: the same two numbers help. */
const selfHarmOfKin = [
  '\\bkin (?:seems |says he |might be |feels )?(?:\\w+ )?suicidal\\b',
  `\\bkin (?:says he |just )*(?:wants|want|going|trying|threatening|threatened|tried)(?: to)* (?:${harm}|${harming}) (?:himself|herself|themself|themselves)\\b`,
  '\\bkin (?:says he |just )*(?:wants|want|going|trying|threatening|tried)(?: to)* (?:commit suicide|end (?:his|her|their) life)\\b',
];

const me = '(?:me|us|kin)';
const attacks =
  '(?:beats?|beating|beat up|hits?|hitting|chokes?|choked|choking|strangl(?:es|ed|ing)|stab(?:s|bed|bing)?|attack(?:s|ed|ing)?|abus(?:es|ed|ing)|hurts?|hurting|rap(?:es|ed|ing)|threaten(?:s|ed|ing)?|punch(?:es|ed|ing)?|shot|shooting at)';
const attacker = '(?:someone|he|kin|a man|a guy)';
/** A game, a joke or a bargain: "my husband is beating me at chess". */
const pretence = '(?! (?:at|in (?:chess|cards|golf|madden)|by|to the|on|with (?:his|her)|up for))';
const stranger = '(?:someone|a man|a guy|a burglar|an intruder|a stranger)';

/** The sender is in danger from a person, an accident or an illness, now. */
const danger = [
  `\\b${attacker} (?:\\w+ ){0,2}?(?:breaking|trying to break|trying to get|broke|coming) (?:in|into)(?: (?:my|our|the) (?:house|home|apartment|room|car|window|door)\\b|${helpNow})`,
  `\\b(?:there is )?${stranger} (?:\\w+ ){0,2}?(?:in|inside|outside|at) (?:my|our) (?:house|home|apartment|room|car|window|door|closet|basement|yard|backyard|garage|attic)\\b`,
  `\\b${attacker} (?:just )?(?:going to|trying to|wants to|will|threatening to|threatened to|said he will) (?:${harm}|rape|attack|beat) ${me}\\b${pretence}`,
  `\\b${attacker} (?:(?:just|keeps|has been|has|always|will not stop|wont stop) )*${attacks} ${me}\\b${pretence}`,
  `\\b(?:someone|(?:a|some) (?:man|guy)) (?:\\w+ ){0,2}follow(?:ing|ed|s) me(?: home)?${helpNow}`,
  `\\b(?:he|kin) (?:\\w+ )?following me(?: home)?${helpNow}`,
  `\\b(?:someone|kin|i) (?:just )?(?:got|was|been|were) (?:shot|stabbed)${helpNow}`,
  '\\bkin (?:touch(?:es|ed|ing)|molest(?:s|ed|ing)) me\\b(?! up)',
  `\\bhe (?:wont|will not|is not letting|isnt letting) (?:let )?(?:me|us) (?:leave|go|out)${helpNow}`,
  '\\bim (?:locked|trapped|tied up|being held) in (?:a|an|his|her|the|someones) ',
  '\\b(?:i dont feel|im not|i am not) safe (?:at home|here|in my (?:own )?(?:home|house)|with (?:him|her|kin|my))\\b',
  '\\bim being (?:attacked|followed|stalked|robbed|mugged|kidnapped|abused|beaten|beat up|raped|chased|assaulted|held hostage|trafficked|held against my will)\\b',
  '\\b(?:ive been|i was just|i just got|i got) (?:shot|stabbed|kidnapped|raped|sexually assaulted|poisoned)\\b(?! (?:with|by a (?:question|spam)))|^(?:i )?was (?:just )?raped\\b',
  '\\b(?:help|please) (?:me )?(?:im|we are) (?:trapped|in danger|bleeding|hurt|dying|scared for my life)\\b',
  `\\bim in (?:real |serious |great )?danger${helpNow}`,
  `\\b(?:im|kin|he|someone) (?:dying|bleeding (?:out|badly|a lot|to death|really bad)|choking|drowning|unconscious|unresponsive|turning blue)${helpNow}`,
  `\\bkin (?:\\w+ ){0,4}(?:unconscious|unresponsive)${helpNow}`,
  '\\bi think (?:im|kin|he) dying\\b',
  `\\bim going to die${helpNow}`,
  '\\b(?:im|am i|kin|he|someone) having (?:a )?(?:heart attack|stroke|seizure|chest pains?)\\b',
  `(?:\\bi |^)cant breathe(?: and my .*)?${helpNow}`,
  `\\b(?:kin|he|someone) (?:not|isnt|stopped|has stopped|wont|quit) breath(?:e|ing)\\b`,
  '\\bkin (?:\\w+ ){1,5}(?:not|isnt|stopped) breathing\\b',
  `\\bkin (?:just )?collapsed${helpNow}`,
  `\\b(?:im|kin|he) having (?:trouble|difficulty|a hard time) breathing${helpNow}`,
  `^(?:help |omg |a )*fire in (?:my|our) (?:\\w+ )?(?:kitchen|house|home|apartment|building|room|bedroom|bathroom|garage|attic|basement|car|truck|yard|backyard|oven|dryer|chimney|wall|barn|trailer|dorm)${helpNow}`,
  '\\bthere is (?:a )?fire in (?:my|our) |\\b(?:smoke|fire|trapped|stuck) (?:\\w+ ){0,3}cant get out\\b',
  '\\b(?:my|our) (?:house|home|apartment|kitchen|building|car) (?:is )?on fire\\b',
  '\\b(?:i|im|ive|kin) (?:just |think |i |im |has |accidentally )*(?:overdosed|overdosing|od d|oding)\\b(?! (?:on|with) (?:caffeine|coffee|sugar|netflix|chocolate|candy|cookies)| (?:in|last|when|years?) )',
  `\\b(?:he|someone|friend) (?:just |has )?(?:overdosed|overdosing)${helpNow}`,
  `\\bkin (?:just )?(?:odd|oded|od)${helpNow}`,
  '\\bi (?:just )?(?:took|swallowed|ate) (?:[2-9]\\d|1[5-9]|\\d{3}) (?:\\w+ )?(?:pills|tylenol|advil|xanax|aspirin|ibuprofen|acetaminophen|oxys?|sleeping pills)\\b',
  '\\b(?:i|ive|kin) (?:just )?(?:took|taken|swallowed|ate|drank) (?:too many|a (?:whole )?bottle of|the whole bottle of|all (?:of )?my|a bunch of|a handful of) (?:\\w+ ){0,3}?(?:pills|meds|medication|tylenol|advil|xanax|oxy|sleeping|painkillers|antidepressants)\\b',
  '\\b(?:i|ive|kin) (?:just |accidentally )*(?:drank|swallowed|ate) (?:some |a little )?(?:bleach|antifreeze|poison|drano|rat poison|lye)\\b',
  '\\bactive shooter (?:at|in|here|outside)\\b(?! (?:\\w+ ){0,4}(?:news|update|yesterday|drill|training))',
  '\\b(?:he|someone|kin) (?:has|got|pulled|with) a (?:gun|knife)(?: (?:help|please|and|at|on|to|in|outside|pointed).*)?$',
];

const responders = '(?:911|(?:the )?(?:police|cops|paramedics)|an? ambulance|ambulance|the fire department)';

/** Requests to send help. */
const callForHelp = [
  `^(?:(?:help|me|please|pls|plz|someone|hey|omg|can you|i need you to|you need to|quick|hurry|send help) )*(?:call|dial|text|get|send|contact|notify) (?:me |for )?${responders}(?: (?:now|please|pls|help|hurry|quick|asap|for me|(?:to|im|my|kin|someone|there|he|i)\\b.*))*$`,
  '^(?:help )*(?:911|988)(?: (?:911|help|emergency|please|now))*$',
  '^(?:emergency|emergency 911|i need 911|sos)$',
  '(?<!\\b(?:to|should|i|you|we|they|he|people|not|dont|did|would|will|could|must|never|or|and) )call 911(?: now| please| help)*$',
  '^(?:(?:please|pls|omg|god) )*(?:send help|someone (?:please )?help(?: me)?|somebody help me)(?: (?:please|pls|now|quick|hurry|me))*$',
  `(?:^|\\b(?:i|we) )need ${responders}(?: (?:now|please|help|right now|at|to).*)?$`,
];

const parienteEs =
  'mi (?:ex |mejor )?(?:esposo|esposa|marido|mujer|novio|novia|pareja|papa|mama|padre|madre|padrastro|madrastra|hijo|hija|hermano|hermana|tio|tia|primo|prima|abuelo|abuela|amigo|amiga|vecino|vecina|bebe|nino|nina|ex)';
const ayudaEs = '(?: (?:ayuda|ayudenme|por favor|auxilio|socorro|ya|ahora|rapido|llamen al 911))*$';
const matarme =
  '(?:morirme|matarme|suicidarme|quitarme la vida|acabar con mi vida|terminar con mi vida|hacerme dano|lastimarme|cortarme las venas|ahorcarme|colgarme)';

/** The same in Spanish, the second most common language of our texts; `plainly` has dropped the accents. */
const inSpanish = [
  '\\b(?:me )?quiero (?:morir(?:me)?|matar(?:me)?|suicidar(?:me)?|quitarme la vida)$',
  `\\b(?:quiero|quisiera|deseo|pienso|pienso en|pensando en|he pensado en|ganas de|voy a|intente|trate de|a punto de) ${matarme}\\b(?! de (?:risa|hambre))`,
  '\\bme voy a (?:matar|suicidar|quitar la vida|ahorcar|colgar|tirar del puente)\\b|\\bpienso en el suicidio\\b|\\bpensamientos suicidas\\b',
  '\\bno quiero (?:vivir|seguir viviendo|existir|despertar)(?: mas| asi| ya)*$|\\bya no quiero (?:vivir|existir|seguir viviendo)\\b',
  '\\b(?:ojala|quisiera|preferiria) (?:no haber nacido|estar muert[oa]|morir)$|\\best(?:arian|arias|an|ara|aria) mejor sin mi\\b',
  `^(?:es que )?ya no (?:puedo|aguanto)(?: mas)(?: con (?:mi vida|esto|todo))?${ayudaEs}`,
  '\\b(?:linea|numero|telefono) (?:de|del|para|contra) (?:la |el )?(?:prevencion (?:de|del) )?suicidio\\b',
  '\\bme (?:corte|estoy cortando) las (?:venas|munecas)\\b|\\bcomo (?:me suicido|suicidarme|me mato|matarme)\\b',
  '\\b(?:me )?(?:tome|trague) (?:muchas|demasiadas|un monton de|un frasco de|todas (?:mis|las)) (?:pastillas|pildoras)\\b|\\b(?:tengo|tuve) una sobredosis\\b',
  `\\b${parienteEs} (?:se )?(?:quiere|va a|intento|trato de|dice que se va a) (?:matar(?:se)?|suicidar(?:se)?|quitar(?:se)? la vida)\\b`,
  `\\b(?:${parienteEs}|un hombre|alguien) me (?:pega|pego|golpea|golpeo|esta (?:pegando|golpeando|ahorcando|violando|siguiendo)|quiere (?:matar|violar)|va a matar con|amenaza|amenazo con|maltrata|viola|violo|abusa|toca|encerro|tiene encerrad[oa])\\b`,
  `\\bme (?:van|va|quieren|quiere)(?: a)? matar${ayudaEs}`,
  '\\bme (?:violaron|apunalaron|dispararon|secuestraron|tienen secuestrad[oa]|estan (?:siguiendo|pegando|golpeando|asaltando|robando))\\b',
  '\\b(?:alguien|un hombre|un ladron|unos hombres) (?:esta |estan |quiere |quieren )?(?:entrando|entrar|entro|entraron|se metio|dentro|adentro|tratando de entrar|afuera) (?:a|en|de) mi (?:casa|cuarto|apartamento|carro|ventana|puerta)\\b',
  '\\b(?:hay|esta) (?:alguien|un hombre|un ladron|un intruso) (?:\\w+ )?(?:en|dentro de|adentro de|afuera de|fuera de) mi (?:casa|cuarto|apartamento|carro|ventana|puerta)\\b|\\bse metieron (?:a|en) mi casa\\b',
  '\\bme estoy (?:muriendo|desangrando|ahogando|asfixiando)\\b(?! (?:de|por|en) )',
  `\\b${parienteEs} (?:no (?:respira|despierta|reacciona)|se esta (?:muriendo|ahogando|asfixiando|desangrando)|se desmayo${ayudaEs})`,
  `\\bno puedo respirar${ayudaEs}|\\b(?:tengo|me esta dando|le esta dando|creo que es|tiene) un (?:infarto|ataque al corazon|ataque cardiaco|derrame)\\b`,
  '\\bmi (?:casa|apartamento|edificio|carro) (?:se esta quemando|esta (?:en llamas|ardiendo|quemandose))\\b|\\bhay (?:un )?(?:fuego|incendio) en mi (?:casa|edificio|apartamento|cocina|cuarto|garaje)\\b',
  `^(?:ayuda |un )*(?:fuego|incendio) en mi (?:casa|edificio|apartamento|cocina|cuarto|garaje|carro)${ayudaEs}`,
  `^(?:adios )?(?:me )?voy a (?:saltar|aventarme|aventar)${ayudaEs}`,
  `\\b${parienteEs} (?:\\w+ ){0,4}(?:esta|quedo|sigue) inconsciente${ayudaEs}`,
  `\\btiene una (?:pistola|arma)${ayudaEs}|\\bestoy en peligro\\b|\\bestoy (?:atrapad[oa]|secuestrad[oa])${ayudaEs}`,
  '^(?:por favor |ayuda |ayudenme )*(?:llamen?|llama|llame|manden?|envien?|necesito)(?: a)? (?:al 911|la policia|una ambulancia|los bomberos)\\b(?! (?:numero|telefono|de|para saber))',
  `^auxilio\\b|^(?:socorro|emergencia)${ayudaEs}|^(?:ayuda )?911(?: (?:ayuda|emergencia|por favor))+$|^ayuda 911$`,
];

export const crisisPatterns: readonly RegExp[] = [
  ...selfHarm,
  ...selfHarmOfKin,
  ...danger,
  ...callForHelp,
  ...inSpanish,
].map((pattern) => new RegExp(pattern));
