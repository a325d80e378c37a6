/**
 * What people in danger write in Spanish, the second most common language of our texts, in the form that `plainly` and
 * `inSpanishSpelling` (crisis.ts) normalize a text to. A repetition that can begin at many places of a text is bounded, as in
 * crisis-patterns.ts.
 */
const parienteEs =
  'mi (?:ex |mejor )?(?:esposo|esposa|marido|mujer|novio|novia|pareja|papa|mama|padre|madre|padrastro|madrastra|hijo|hija|hermano|hermana|tio|tia|primo|prima|abuelo|abuela|amigo|amiga|vecino|vecina|bebe|nino|nina|ex)';
const ayudaEs =
  '(?: (?:ayuda|ayudenme|ayudeme|por favor|auxilio|socorro|ya|ahora|rapido|urgente|que hago|llamen al 911))*$';
const venenos =
  '(?:cloro|veneno|lejia|blanqueador|anticongelante|raticida|insecticida|herbicida|detergente|acido|gasolina|thinner|pinol)';
/** Not the White House, a series ("la casa de los famosos") or a star's house, unless its owner is the sender's or needs help. */
const casaEs =
  '(?:mi (?:casa|apartamento|edificio|carro|cocina|cuarto|garaje)|nuestra casa|la (?:casa|cocina)(?! (?:blanca|rosada|del|de (?!(?:mi|mis|nuestr\\w+|al lado|enfrente|atras|arriba|abajo)\\b)(?!(?:\\w+ ){1,3}(?:ayuda|auxilio|socorro|911|llamen|por favor)\\b))\\b)|el (?:apartamento|edificio|cuarto|carro|garaje))';
const alCorazon = '(?:infarto|ataque al corazon|ataque cardiaco|derrame|derrame cerebral)';
const haceTiempo =
  '(?! (?:\\w+ ){0,2}(?:hace (?:\\w+ ){1,2}(?:anos?|mes|meses|semanas?)|en \\d{4}|el (?:ano|mes) pasado|la semana pasada)\\b)';
/** How one lives after it. */
const despues =
  '(?! (?:\\w+ ){0,3}(?:puede (?:viajar|volar|comer|beber|manejar|trabajar)|dieta|terapia|rehabilitacion|ejercicios?|recuperarse)\\b)';
const matarme =
  '(?:morirme|matarme|suicidarme|quitarme la vida|acabar con mi vida|terminar con mi vida|hacerme dano|lastimarme|cortarme las venas|ahorcarme|colgarme)';

/** The sender writes about suicide or self-harm. */
const autolesion = [
  `\\b(?:me )?quiero (?:morir(?:me)?|matar(?:me)?|suicidar(?:me)?|quitar(?:me)? la vida)(?: (?:hoy|esta noche|ya no (?:puedo|aguanto)(?: mas)?))?${ayudaEs}`,
  `\\b(?:quiero|quisiera|deseo|pienso|pienso en|pensando en|he pensado en|ganas de|voy a|intente|trate de|a punto de) ${matarme}\\b(?! de (?:risa|hambre))`,
  '\\bme voy a (?:matar|suicidar|quitar la vida|ahorcar|colgar|tirar del puente)\\b|\\bme quiero (?:suicidar|quitar la vida|ahorcar)\\b|\\b(?:pienso|pensado|pensando|pensar) (?:mucho )?en el suicidio\\b|\\bpensamientos suicidas\\b',
  '\\bno quiero (?:vivir|seguir viviendo|existir|despertar)(?: mas| asi| ya| manana| nunca)*$|\\bya no quiero (?:vivir|existir|seguir viviendo|despertar)\\b|\\bya no quiero estar (?:aqui|en este mundo)$',
  '\\b(?:tengo|siento|con) (?:muchas |tantas )?ganas de (?:morir|desaparecer|no despertar)\\b(?! de )',
  '\\bno (?:tengo|me quedan) (?:mas )?ganas de (?:vivir|seguir viviendo|existir)\\b|\\bcansad[oa] de (?:vivir|la vida)(?: ya| asi)?$|^(?:ya )?para que (?:vivir|sigo viviendo|seguir viviendo)$',
  '\\bno (?:le )?encuentro sentido a (?:la|mi) vida\\b|\\bvoy a acabar con todo$|\\bnadie me (?:va a )?extranar(?:a|ia)? si me (?:muero|mato)\\b',
  '\\b(?:ojala|quisiera|preferiria) (?:no haber nacido|estar muert[oa]|morir)$|\\best(?:arian|arias|an|ara|aria) mejor sin mi\\b',
  `^(?:es que )?ya no (?:puedo|aguanto)(?: mas)(?: con (?:mi vida|esto|todo))?${ayudaEs}`,
  '^linea de crisis$|\\b(?:linea|numero|telefono) (?:de|del|para|contra) (?:la |el )?(?:prevencion (?:de|del) )?suicidio\\b',
  '\\bme (?:corte|estoy cortando|quiero cortar) las (?:venas|munecas)\\b|\\bcomo (?:me suicido|suicidarme|me mato|matarme)\\b',
  `\\b(?:me )?(?:tome|trague) (?:muchas|demasiadas|un monton de|un frasco de|[1-9]\\d|todas (?:mis|las)) (?:pastillas|pildoras)\\b|\\b(?:tengo|tuve) una sobredosis\\b`,
  `\\b(?:me )?(?:tome|trague|bebi) (?:un poco de |algo de )?${venenos}\\b`,
  `\\b${parienteEs} (?:se )?(?:quiere|va a|intento|trato de|dice que se va a) (?:matar(?:se)?|suicidar(?:se)?|quitar(?:se)? la vida)\\b`,
  // Not "por que romeo se quiere suicidar".
  '\\b(?<!^por que (?!el |ella )(?:\\w+ ){1,2})se quiere (?:suicidar|quitar la vida)\\b',
];

/** The sender, or a person with them, is in danger from a person, an accident or an illness; and requests for help. */
const peligro = [
  `\\b(?:${parienteEs}|un hombre|alguien) me (?:pega|pego|golpea|golpeo|esta (?:pegando|golpeando|ahorcando|violando|siguiendo)|quiere (?:matar|violar)|va a matar con|amenaza|amenazo con|maltrata|viola|violo|abusa|toca|encerro|tiene encerrad[oa])\\b`,
  `\\bme (?:esta )?(?:pega|pego|pegando|golpea|golpeo|golpeando|maltrata|maltratando|amenaza|amenazo|amenazando|violo|viola|abusa|toco|ahorca|ahorco|ahorcando|encerro|quiere matar) (?:a mi )?(?:${parienteEs}|un hombre)\\b`,
  `\\b(?:un hombre|alguien|un carro) me (?:sigue|viene siguiendo)${ayudaEs}|\\btengo miedo (?:de|a) ${parienteEs}${ayudaEs}|\\bme tienen? encerrad[oa]\\b`,
  `\\bme (?:van|va|quieren|quiere)(?: a)? matar${ayudaEs}`,
  '\\bme (?:violaron|apunalaron|dispararon|secuestraron|tienen secuestrad[oa]|estan (?:siguiendo|pegando|golpeando|asaltando|robando))\\b',
  '\\b(?:alguien|un hombre|un ladron|unos hombres) (?:esta |estan |quiere |quieren )?(?:entrando|entrar|entro|entraron|se metio|dentro|adentro|tratando de entrar|afuera) (?:a|en|de) mi (?:casa|cuarto|apartamento|carro|ventana|puerta)\\b',
  `\\b(?:alguien|un hombre|un ladron|unos hombres) (?:esta |estan |quiere |quieren )?(?:entrando|entrar|entro|entraron|se metio|metido|dentro|adentro|tratando de entrar|afuera) (?:a|en|de) ${casaEs}\\b|\\b(?:hay|esta) (?:alguien|un hombre|un ladron|un intruso) (?:\\w+ )?(?:en|dentro de|adentro de|afuera de|fuera de) ${casaEs}\\b`,
  `(?:\\b${parienteEs} |^(?:ayuda )?)no me dejan? salir(?: de (?:mi|la) casa| del (?:cuarto|apartamento))?${ayudaEs}`,
  '\\b(?:hay|esta) (?:alguien|un hombre|un ladron|un intruso) (?:\\w+ )?(?:en|dentro de|adentro de|afuera de|fuera de) mi (?:casa|cuarto|apartamento|carro|ventana|puerta)\\b|\\bse (?:metieron|estan metiendo|quieren meter) (?:a|en) (?:mi|la) casa\\b',
  '\\bme estoy (?:muriendo|desangrando|ahogando|asfixiando)\\b(?! (?:de|por|en) )',
  `(?:\\b(?:${parienteEs}|(?:el|la) (?:bebe|nin[oa])) |^(?:ayuda )?)no (?:puede respirar|esta respirando)\\b(?!(?: bien)? (?:por|de) la nariz)(?! (?:mi|el|la) (?:perr|gat|cachorr|mascota|conejo|caballo)\\w*)`,
  `\\b${parienteEs} (?:no (?:respira|despierta|reacciona)|se esta (?:muriendo|ahogando|asfixiando|desangrando)|se desmayo${ayudaEs})`,
  `\\b${parienteEs} (?:esta |esta teniendo |tuvo |tiene |le dio |se puso |se esta poniendo )(?:convulsionando|convulsiones|una convulsion|azul|morad[oa])\\b`,
  `\\b${parienteEs} (?:se )?(?:tomo|trago|bebio|comio) (?:un poco de |algo de |un |una |unas |mis |muchas |un frasco de )?(?:${venenos}|pilas?|baterias?|imanes|iman|pastillas)\\b`,
  `\\b(?:se cayo|se desmayo|esta tirad[oa]) (?:\\w+ ){0,3}no (?:responde|reacciona|despierta|se mueve|puede levantarse)\\b|\\bmi (?:abuel[oa]|bebe) no responde${ayudaEs}`,
  `\\b(?:tengo|tiene|siento|siente) (?:\\w+ )?dolor (?:de|en el) pecho\\b|\\bdolor (?:de|en el) pecho${ayudaEs}|\\bduele (?:\\w+ )?el pecho (?:\\w+ ){0,3}brazo\\b`,
  `\\bno puedo respirar${ayudaEs}|\\b(?:tengo|me esta dando|le esta dando|creo que es|tiene) un ${alCorazon}\\b`,
  `\\b${parienteEs} (?:le (?:dio|esta dando)|tuvo|esta teniendo) un ${alCorazon}\\b${haceTiempo}${despues}|\\ble (?:dio|esta dando) un ${alCorazon} a ${parienteEs}\\b${haceTiempo}${despues}`,
  `\\bse esta (?:quemando|incendiando) ${casaEs}\\b|\\bhay humo en ${casaEs}\\b|\\b${casaEs} (?:se esta quemando|esta (?:en llamas|ardiendo|quemandose))\\b|\\bhay (?:un )?(?:fuego|incendio) en ${casaEs}\\b`,
  '\\bhuele a gas (?:en )?mi casa\\b',
  `^(?:ayuda |un )*(?:fuego|incendio) en ${casaEs}${ayudaEs}`,
  `^(?:adios )?(?:me )?voy a (?:saltar|aventarme|aventar)${ayudaEs}`,
  `\\b${parienteEs} (?:\\w+ ){0,4}(?:esta|quedo|sigue) inconsciente${ayudaEs}`,
  `\\btienen? una (?:pistola|arma)${ayudaEs}|\\bhay (?:un hombre|alguien|un tipo) (?:armado|con una? (?:pistola|arma|cuchillo))\\b|\\bestoy en peligro\\b|\\bestoy (?:atrapad[oa]|secuestrad[oa])(?: en (?:un|una|el|la|mi) (?:\\w+ ?)?)?${ayudaEs}`,
  '^(?:(?:por favor|ayuda|ayudenme) )*(?:llamen?|llama|llame|manden?|envien?|necesito)(?: a)? (?:al 911|la policia|una ambulancia|los bomberos)\\b(?! (?:numero|telefono|de|para saber))',
  `^auxilio\\b|^socorro${ayudaEs}|^(?:(?:ayuda|por favor|esto) )*(?:es |tengo |hay )?(?:una )?emergencia(?: medica)?${ayudaEs}|^(?:por favor |ayuda |auxilio )*(?:ayudenme|ayuda urgente|necesito ayuda urgente)${ayudaEs}|^(?:ayuda |por favor |una )*ambulancia${ayudaEs}|^(?:ayuda )?911(?: (?:ayuda|emergencia|por favor))+$|^ayuda 911$`,
];

export const spanishCrisisPatterns: readonly RegExp[] = [...autolesion, ...peligro].map(
  (pattern) => new RegExp(pattern, 'g'),
);
