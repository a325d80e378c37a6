/**
 * What people in danger write in Spanish, the second most common language of our texts, in the spelling of
 * `inPlainSpelling` (crisis-spelling.ts) and `inSpanishSpelling` (crisis-spelling-spanish.ts), each clause a line. A
 * repetition that can begin at many places of a text is bounded, as in crisis-patterns.ts.
 */
/** The family, also as Mexicans call it. No "jefe": that is the boss. */
const parienteEs = `mi (?:ex |mejor )?(?:${[
  'espos[oa]|marido|mujer|novi[oa]|pareja|senora|senor(?! (?:jesus|jesucristo|dios|esta conmigo)\\b)|companer[oa]|viej(?:it)?[oa]|ex',
  'papa|papi|papit[oa]|apa|padre|padrastro|padrino|mama|mami|mamit[oa]|mamacita|ama|madre|madrastra|madrina|jefit[oa]',
  'hij(?:it|astr)?[oa]|nin(?:it)?[oa]|nen[ea]|bebe|bebit[oa]|muchach(?:it)?[oa]|chamac(?:it)?[oa]|huerc(?:it)?[oa]|ahijad[oa]',
  'herman(?:it)?[oa]|carnal|carnala|ti[oa]|prim[oa]|sobrin(?:it)?[oa]|abue|abuel(?:it)?[oa]|aguelit[oa]|niet(?:it)?[oa]s?|niet(?:ecito|ecita)',
  'suegr[oa]|cunad[oa]|yerno|nuera|compadre|comadre|amig[oa]|vecin[oa]',
].join('|')})`;
const ayudaEs =
  '(?: (?:ayuda|ayudenme|ayudeme|por favor|auxilio|socorro|ya|ahora|rapido|urgente|que hago|llamen al 911))*$';
const sinAcido =
  'cloro|veneno|lejia|blanqueador|anticongelante|raticida|insecticida|herbicida|detergente|gasolina|thinner|pinol';
const venenos = `(?:${sinAcido}|acido(?! (?:folico|citrico|hialuronico|ascorbico)\\b(?! (?:\\w+ ){0,4}(?:${sinAcido})\\b)))`;
/** Not a heap that is eaten ("comio una pila de tacos"): what is swallowed, and "de" one thing or a known one, is a battery. */
const pilas =
  '(?:pilas?(?!(?<=\\b(?:comio|tomo|bebio) (?:(?:una|la|unas|las) )?pilas?) de (?!(?:l[ao]s|mis|sus|un[ao]s|es[ao]s|est[ao]s|dos|tres|relojes|controles|juguetes|audifonos|aparatos)\\b)(?:\\w+s|comida|arroz|pan|pollo|carne|pizza|pasta|fruta|cereal|helado|pastel|chocolate|hot)\\b)|baterias?|imanes|iman)';
/** Not the White House, a series ("la casa de los famosos") or a star's house, unless its owner is the sender's or needs help. */
const casaEs =
  '(?:mi (?:casa|apartamento|edificio|carro|cocina|cuarto|garaje)|nuestra casa|la (?:casa|cocina)(?! (?:blanca|rosada|del|de (?!(?:mi|mis|nuestr\\w+|al lado|enfrente|atras|arriba|abajo)\\b)(?!(?:\\w+ ){1,3}(?:ayuda|auxilio|socorro|911|llamen|por favor)\\b))\\b)|el (?:apartamento|edificio|cuarto|carro|garaje))';
const alCorazon = '(?:infarto|ataque al corazon|ataque cardiaco|derrame|derrame cerebral)';
const haceTiempo =
  '(?! (?:\\w+ ){0,2}(?:hace (?:\\w+ ){1,2}(?:anos?|mes|meses|semanas?)|en \\d{4}|el (?:ano|mes) pasado|la semana pasada)\\b)';
/** What is harmless, if nothing more is said: "me violaron los derechos y me golpearon". */
const sinMas = '(?! (?:\\w+ ){0,9}(?:y|ni|me|ayuda|ayudenme|auxilio)\\b)';
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
  `\\bno quiero (?:vivir|seguir viviendo|existir|despertar)(?: mas| asi| ya| manana| nunca)*$|\\bya no quiero (?:vivir|existir|seguir viviendo|despertar)\\b(?! (?:aqui )?(?:en (?:esta ciudad|este (?:pais|pueblo|barrio|estado|apartamento|departamento))|con mi suegra)\\b${sinMas})|\\bya no quiero estar (?:aqui|en este mundo)$`,
  '\\b(?:tengo|siento|con) (?:muchas |tantas )?ganas de (?:morir|desaparecer|no despertar)\\b(?! de )',
  '\\bno (?:tengo|me quedan) (?:mas )?ganas de (?:vivir|seguir viviendo|existir)\\b|\\bcansad[oa] de (?:vivir|la vida)(?: ya| asi)?$|^(?:ya )?para que (?:vivir|sigo viviendo|seguir viviendo)$',
  '\\bno (?:le )?encuentro sentido a (?:la|mi) vida\\b|\\bvoy a acabar con todo$|\\bnadie me (?:va a )?extranar(?:a|ia)? si me (?:muero|mato)\\b',
  '\\b(?:ojala|quisiera|preferiria) (?:no haber nacido|estar muert[oa]|morir)$|\\best(?:arian|arias|an|ara|aria) mejor sin mi\\b',
  `^(?:es que )?(?:no (?:puedo|aguanto) mas|ya no (?:puedo|aguanto)(?: mas)?)(?: con (?:mi vida|esto|todo))?${ayudaEs}`,
  '^linea de crisis$|\\b(?:linea|numero|telefono) (?:de|del|para|contra) (?:la |el )?(?:prevencion (?:de|del) )?suicidio\\b',
  '\\bme (?:corte|estoy cortando|quiero cortar) las (?:venas|munecas)\\b|\\bcomo (?:me suicido|suicidarme|me mato|matarme)\\b',
  `\\b(?:me )?(?:tome|trague) (?:muchas|demasiadas|un monton de|un frasco de|[1-9]\\d|todas (?:mis|las)) (?:pastillas|pildoras)\\b|\\b(?:tengo|tuve) una sobredosis\\b`,
  `\\b(?:me )?(?:tome|trague|bebi) (?:un poco de |algo de )?${venenos}\\b`,
  `\\b${parienteEs} (?:dice que )?(?:se )?(?:quiere|va a|intento|trato de|dice que se va a) (?:morirse|(?<=\\bse quiere )morir(?! de)|matar(?:se)?|suicidar(?:se)?|quitar(?:se)? la vida)\\b`,
  // Not "por que romeo se quiere suicidar".
  '\\b(?<!^por que (?!el |ella )(?:\\w+ ){1,2})se quiere (?:suicidar|quitar la vida)\\b',
  `^(?:(?:por favor|ya|que alguien|alguien) ){0,3}(?:matame|matenme|me mate)${ayudaEs}|\\b(?:merezco|tengo que|debo|necesito|dejenme|dejame|mejor) (?:morir|morirme|me muero)${ayudaEs}`,
  `\\bno (?:tengo|hay|me queda) (?:ya )?(?:nada|razon|razones|motivo|motivos) (?:por que |por (?:la|lo) que |para |de )(?:seguir )?(?:vivir|viviendo)\\b|\\bno quiero estar en este mundo\\b`,
  `^(?:ya )?(?:quiero|quisiera|ojala pudiera) (?:desaparecer|no existir|dejar de existir|no haber existido)(?: para siempre)?${ayudaEs}|\\bestaria mejor muert[oa]\\b`,
  `^odio mi vida${ayudaEs}|\\bmi vida (?:ya )?no (?:tiene sentido|vale nada|vale la pena)\\b|\\bno vale la pena (?:seguir )?(?:vivir|viviendo)${ayudaEs}|^la vida (?:ya )?no vale la pena${ayudaEs}`,
  '^como (?:puedo )?morir(?:me)?(?: rapido| sin dolor| mientras duermo| ya)?$|\\b(?:formas?|maneras?) (?:mas (?:rapida|facil) )?de (?:morir|morirme|suicidarse|suicidarme|matarme)(?: (?:rapido|rapida|facil|sin dolor))*$',
  '\\bcomo (?:cortarse|cortarme|me corto) las (?:venas|munecas)\\b|\\bcomo (?:ahorcarse|ahorcarme|colgarme|me ahorco)\\b|\\bcomo (?:hacer|se hace|hago) un nudo de (?:horca|ahorcado)\\b',
  '\\bcuantas (?:pastillas|pildoras) (?:\\w+ ){0,3}para (?:morir|morirme|matarme|suicidarme|una sobredosis)\\b|\\bme (?:voy a|quiero) cortar(?:me)? las (?:venas|munecas)\\b|\\bme voy a cortar las (?:venas|munecas)\\b',
  `^suicidio(?: ayuda)?$|^adios (?:mundo cruel|para siempre|a todos los (?:quiero|amo))${ayudaEs}|\\bquiero que (?:pare|se acabe|termine) (?:el|este|mi) (?:dolor|sufrimiento)${ayudaEs}`,
  '\\bquiero (?:chocar|estrellar|estrellarme|tirarme|aventarme) (?:\\w+ ){0,3}(?:y morir(?:me)?|del puente|contra un arbol|a las vias|al tren)\\b',
  `\\b${parienteEs} (?:se esta cortando|se corta(?! el pelo)|habla de (?:suicidarse|matarse|suicidio)|se (?:ahorco|disparo|corto las venas))${ayudaEs}|\\btengo una (?:pistola en la (?:cabeza|boca|mano)|soga en el cuello)\\b`,
];

/** The sender, or a person with them, is in danger from a person, an accident or an illness; and requests for help. */
const peligro = [
  `\\b(?:${parienteEs}|un hombre|alguien) me (?:(?:pega|pego)(?! (?:la|el|un|una) (?:gripe|gripa|covid|catarro|resfriado|tos|virus|susto)\\b)|golpea|golpeo|esta (?:pegando|golpeando|ahorcando|violando|siguiendo)|quiere (?:matar|violar)|va a matar con|amenaza(?! con (?:el divorcio|divorciarse|demandarme|quitarme (?:la casa|el carro))\\b)|amenazo con|maltrata|viola(?! (?:el|mi|mis|la) (?:contrato|privacidad|derechos|acuerdo)\\b)|violo|abusa|toca(?! (?:(?:la |el |mi )?(?:guitarra|piano|violin|puerta|trompeta|acordeon)|canciones|una cancion|cuidar|pagar|manejar|trabajar|el turno)\\b)|encerro|tiene encerrad[oa])\\b`,
  `\\bme (?:esta )?(?:pega|pego|pegando|golpea|golpeo|golpeando|maltrata|maltratando|amenaza|amenazo|amenazando|violo|viola|abusa|toco|ahorca|ahorco|ahorcando|encerro|quiere matar) (?:a mi )?(?:${parienteEs}|un hombre)\\b`,
  `\\b(?:un hombre|alguien|un carro) me (?:sigue|viene siguiendo)${ayudaEs}|\\btengo miedo (?:de|a) ${parienteEs}${ayudaEs}|\\bme tienen? encerrad[oa]\\b`,
  `\\bme (?:van|va|quieren|quiere)(?: a)? matar${ayudaEs}`,
  `\\bme (?:violaron|apunalaron|dispararon|secuestraron|tienen secuestrad[oa]|estan (?:siguiendo|pegando|golpeando|asaltando|robando))\\b(?! (?:(?:(?:mis |los )?derechos|(?:mi |la )privacidad)\\b${sinMas}|en (?:instagram|facebook|twitter|tiktok|(?:el|mi|un) sueno)|(?:la )?(?:luz|senal)|(?:el )?(?:internet|wifi))\\b)`,
  '\\b(?:alguien|un hombre|un ladron|unos hombres) (?:esta |estan |quiere |quieren )?(?:entrando|entrar|entro|entraron|se metio|dentro|adentro|tratando de entrar|afuera) (?:a|en|de) mi (?:casa|cuarto|apartamento|carro|ventana|puerta)\\b',
  `\\b(?:alguien|un hombre|un ladron|unos hombres) (?:esta |estan |quiere |quieren )?(?:entrando|entrar|entro|entraron|se metio|metido|dentro|adentro|tratando de entrar|afuera) (?:a|en|de) ${casaEs}\\b|\\b(?:hay|esta) (?:alguien|un hombre|un ladron|un intruso) (?:\\w+ )?(?:en|dentro de|adentro de|afuera de|fuera de) ${casaEs}\\b`,
  `(?:\\b${parienteEs} |^(?:ayuda )?)no me dejan? salir(?: de (?:mi|la) casa| del (?:cuarto|apartamento))?${ayudaEs}`,
  '\\b(?:hay|esta) (?:alguien|un hombre|un ladron|un intruso) (?:\\w+ )?(?:en|dentro de|adentro de|afuera de|fuera de) mi (?:casa|cuarto|apartamento|carro|ventana|puerta)\\b|\\bse (?:metieron|estan metiendo|quieren meter) (?:a|en) (?:mi|la) casa\\b',
  '\\bme estoy (?:muriendo|desangrando|ahogando|asfixiando)\\b(?! (?:de|por|en) )',
  `(?:\\b(?:${parienteEs}|(?:el|la) (?:bebe|nin[oa])) |^(?:ayuda )?)no (?:puede respirar|esta respirando)\\b(?!(?: bien)? (?:por|de) la nariz)(?! (?:mi|el|la) (?:perr|gat|cachorr|mascota|conejo|caballo)\\w*)`,
  `\\b${parienteEs} (?:no (?:respira|despierta|reacciona)(?! (?:para (?:la escuela|ir|el trabajo)|temprano|a tiempo)\\b)|se esta (?:muriendo(?! de (?:risa|hambre|sueno|cancer|ganas)\\b)|ahogando|asfixiando|desangrando|atragantando)|se desmayo${ayudaEs})`,
  `\\b${parienteEs} (?:esta |esta teniendo |tuvo |tiene |le dio |se puso |se esta poniendo )(?:convulsionando|convulsiones|una convulsion|azul|morad[oa])\\b(?! (?:desde|de (?:bebe|nin[oa]|chiquit[oa])|cuando era) ?\\b)`,
  `\\b${parienteEs} (?:se )?(?:tomo|trago|bebio|comio) (?:un poco de |algo de |un |una |unas |mis |muchas |demasiadas |todas (?:sus|mis|las) |un frasco de )?(?:(?:el |la |del )?(?:${venenos}|${pilas})|pastillas(?!(?<=\\b(?:tomo|comio) pastillas) para la (?:tos|gripe|alergia|fiebre)\\b))\\b`,
  `\\b(?:se cayo|se desmayo|esta tirad[oa]) (?:\\w+ ){0,3}no (?:responde|reacciona|despierta|se mueve|puede levantarse)\\b|\\bmi (?:abuel[oa]|bebe) no responde${ayudaEs}`,
  `\\b(?:tengo|tiene|siento|siente) (?:\\w+ )?dolor (?:de|en el) pecho\\b|\\bdolor (?:de|en el) pecho${ayudaEs}|\\bduele (?:\\w+ )?el pecho (?:\\w+ ){0,3}brazo\\b`,
  `\\bno puedo respirar${ayudaEs}|\\b(?:tengo|me esta dando|le esta dando|creo que es|tiene) un ${alCorazon}\\b(?! (?:en el ojo|de (?:aceite|petroleo)))`,
  `\\b${parienteEs} (?:le (?:dio|esta dando)|tuvo|esta teniendo) un ${alCorazon}\\b${haceTiempo}${despues}|\\ble (?:dio|esta dando) un ${alCorazon} a ${parienteEs}\\b${haceTiempo}${despues}`,
  `\\bse esta (?:quemando|incendiando) ${casaEs}\\b|\\bhay humo en ${casaEs}\\b|\\b${casaEs} (?:se esta quemando(?! aceite)|esta (?:en llamas|ardiendo|quemandose))\\b|\\bhay (?:un )?(?:fuego|incendio) en ${casaEs}\\b`,
  `\\bhuele (?:mucho |muy fuerte )?a gas (?:(?:en )?mi casa|en (?:mi|la) (?:casa|cocina))\\b|\\bmi casa huele a gas\\b|^huele a gas${ayudaEs}`,
  `^(?:ayuda |un )*(?:fuego|incendio) en ${casaEs}${ayudaEs}`,
  `^(?:adios )?(?:me )?voy a (?:saltar|aventarme|aventar)${ayudaEs}`,
  `\\b${parienteEs} (?:\\w+ ){0,4}(?:esta|quedo|sigue) inconsciente${ayudaEs}`,
  `\\btienen? una? (?:pistola|arma|cuchillo|navaja|machete)${ayudaEs}|\\bhay (?:un hombre|alguien|un tipo) (?:armado|con (?:una? )?(?:pistola|arma|cuchillo|machete))\\b|\\bestoy en peligro\\b(?! de (?:perder (?!(?:la|mi) vida)|reprobar\\b))|\\bestoy (?:atrapad[oa]|secuestrad[oa])(?! en el trafico)(?: en (?:un|una|el|la|mi) (?:\\w+ ?)?)?${ayudaEs}`,
  '^(?:(?:por favor|ayuda|ayudenme) )*(?:llamen?|llama|llame|manden?|mandenme|envien?|necesito|ocupo)(?: al?)? (?:911|(?:la )?policia|(?:una )?ambulancia|(?:los )?bomberos)\\b(?! (?:numero|telefono|de|para saber))',
  `^auxilio\\b(?! (?:de (?:cesantias|transporte|vivienda)|vial|transporte)\\b)|^socorro${ayudaEs}|^(?:(?:ayuda|por favor|esto) )*(?:es |tengo |hay )?(?:una )?emergencia(?: medica)?${ayudaEs}|^(?:por favor |ayuda |auxilio )*(?:ayudenme|ayuda urgente|necesito ayuda urgente)${ayudaEs}|^(?:ayuda |por favor |una )*ambulancia${ayudaEs}|^(?:ayuda )?911(?: (?:ayuda|emergencia|por favor))+$|^ayuda 911$`,
  `\\b${parienteEs} acaba de tener un ${alCorazon}\\b|\\ba ${parienteEs} le acaba de dar un ${alCorazon}\\b|^(?:ayuda )?(?:infarto|ataque al corazon)${ayudaEs}`,
  `^(?:ayuda )?(?:hay )?(?:un |unos )?(?:intrusos?|ladron|ladrones)(?: (?:en|dentro de|afuera de) ${casaEs})?${ayudaEs}`,
  `^(?:ayuda )?me estoy quemando${ayudaEs}|\\bmi (?:ropa|pelo|cabello|cama) se esta quemando\\b|\\bfui secuestrad[oa]${ayudaEs}|\\bme ahogo${ayudaEs}`,
  `\\bme atropell(?:o|aron)(?: un (?:carro|coche|camion|auto))?${ayudaEs}|\\batropell(?:o|aron) a ${parienteEs}${ayudaEs}|\\ba ${parienteEs} (?:lo|la) atropell(?:o|aron)(?: un (?:carro|coche|camion|auto))?${ayudaEs}`,
  `^(?:ayuda )?(?:acabo de tener|tuve|tuvimos|sufri) un accidente(?: (?:de|en) (?:carro|coche|auto|moto))?${ayudaEs}|^(?:ayuda )?(?:choque|acabo de chocar)(?: (?:mi|el) (?:carro|coche|camion|moto))?${ayudaEs}`,
  `\\b(?:estoy|estamos) atrapad[oa]s? en (?:la|una) (?:inundacion|nieve|tormenta)\\b|\\bmi (?:carro|coche|camioneta) se esta (?:hundiendo|llenando de agua)\\b|\\b${parienteEs} se cayo (?:a|en|al) (?:la |el )?(?:alberca|piscina|rio|lago|pozo|agua)${ayudaEs}`,
  `\\b${parienteEs} se cayo(?: (?:y (?:esta sangrando|se (?:pego|golpeo) (?:en )?la cabeza|se rompio \\w+ \\w+)|de (?:la escalera|las escaleras|el techo|la cama)|en (?:el|la) (?:bano|banera|tina|regadera|cocina|patio)))?${ayudaEs}`,
  `^(?:ayuda )?(?:no siento (?:las|mis) (?:piernas|manos)|no (?:me puedo|puedo) mover(?:me)?|me cuesta (?:mucho )?respirar|no puedo ver|me duele (?:mucho )?el pecho)${ayudaEs}|\\bbrazo izquierdo (?:esta )?dormido${ayudaEs}`,
  `\\blabios (?:morados|azules)${ayudaEs}|\\bno (?:para|deja|paro|dejo) de sangrar${ayudaEs}|\\bse (?:me|le) rompio la fuente\\b(?! de )|\\bembarazada y (?:estoy )?sangrando${ayudaEs}`,
  `^(?:ayuda )?me corte (?:el|un) (?:dedo|brazo)${ayudaEs}|\\b(?:me|se) electrocut[eo]${ayudaEs}|^(?:ayuda )?(?:tengo una )?reaccion alergica${ayudaEs}|\\bse me (?:esta )?(?:cerrando|cierra|hinchando) la garganta\\b|\\bme (?:mordio|pico) una (?:serpiente|vibora|culebra)\\b`,
  `\\btemo por mi vida\\b|^(?:ayuda )?(?:escucho|oigo|se oyen|se escuchan) (?:disparos|balazos|tiros)${ayudaEs}|^(?:ayuda )?(?:hay un tirador|(?:estan|esta) disparando|(?:hay una )?balacera)${ayudaEs}|\\bhay una bomba(?: en (?:mi|la) \\w+)?${ayudaEs}`,
  `^(?:ayuda )?(?:hay )?(?:una )?fuga de gas${ayudaEs}|^(?:ayuda )?(?:hay )?(?:un )?(?:fuego|incendio)${ayudaEs}|^(?:(?:por favor|ayuda) ){0,2}(?:salvenme|salvame|rescatenme)${ayudaEs}`,
  `\\bme (?:toco|agarro) (?:mi|el|un) (?:maestro|entrenador|pastor|cura|padre|jefe|hombre)${ayudaEs}|\\b${parienteEs} (?:le )?esta (?:pegando|golpeando|ahorcando) a (?:su|mi|la) \\w+${ayudaEs}`,
  `\\b(?:${parienteEs} |un hombre |alguien |^)me (?:empujo|cacheteo|agarro (?:del|por el) cuello|dio una cachetada|jalo (?:el|del) (?:pelo|cabello)|pateo)${ayudaEs}`,
];

/** The child that strangers speak of. */
const ninoEs = '(?:el|la) (?:bebe|nin[oa])';

const saquenme = 'sa(?:quen?|ca)(?:me|nos) de aqui';

/** In few words, as from a basic phone: the matter first, and its person after it. */
const enPocasPalabras = [
  // Breath, sleep and blood.
  `(?:\\b${ninoEs} |^(?:ayuda )?bebe )no (?:respira|despierta|reacciona)\\b|\\b(?:${parienteEs}|${ninoEs}) (?:dejo de respirar|(?:ya )?no se (?:despierta|mueve))\\b(?! (?:para|temprano|a tiempo|hasta|tarde)\\b)`,
  `\\bno (?:se )?(?:despierta|respira|reacciona) ${parienteEs}${ayudaEs}|\\bno puedo despertar a ${parienteEs}\\b|\\bse desmayo ${parienteEs}${ayudaEs}`,
  `^(?:siento que )?me falta (?:el )?aire${ayudaEs}|^(?:(?:creo|siento) que )?me (?:voy a morir|muero)${ayudaEs}|^(?:ayuda )?(?:siento |tengo )?presion en el pecho${ayudaEs}`,
  `\\b(?:estoy|${parienteEs} esta) sangrando mucho${ayudaEs}|^sangro mucho${ayudaEs}|\\b${parienteEs} (?:convulsiona|se ahoga|se ahogo)\\b|^(?:ayuda )?esta convulsionando${ayudaEs}|^se ahoga ${parienteEs}${ayudaEs}`,
  `\\b${parienteEs} (?:esta dando a luz|va a dar a luz)${ayudaEs}|^(?:ayuda )?ya viene el bebe${ayudaEs}|^estoy perdiendo (?:al|el|mi) bebe${ayudaEs}`,
  `^no puedo respirar bien${ayudaEs}|\\b${parienteEs} no contesta y esta tirad[oa]\\b`,
  // The verb first, which is the usual order.
  `\\bse esta (?:muriendo|ahogando|asfixiando|desangrando|atragantando) ${parienteEs}\\b(?! (?:de|en|con) (?:risa|hambre|sueno|cancer|ganas|calor|frio|amor|deudas|trabajo|tareas?)\\b)`,
  `\\besta (?:inconsciente|convulsionando) ${parienteEs}${ayudaEs}|^(?:ayuda )?se cayo ${parienteEs}${ayudaEs}|^(?:${parienteEs} )?no tiene pulso(?: ${parienteEs})?${ayudaEs}`,
  `\\b${parienteEs} se atraganto(?: con (?:un |una |el |la )?\\w+)?(?: y (?:ya )?no (?:puede respirar|respira))?${ayudaEs}`,
  `\\bse (?:tomo|trago|bebio|comio) (?:un poco de |algo de |un |una |unas |el |la )?(?:${venenos}|${pilas}) ${parienteEs}\\b`,
  // On the floor.
  `\\b(?:me cai|se cayo) (?:\\w+ ){0,4}no (?:(?:me|se) )?(?:puedo|puede) (?:levantar|parar|mover)(?:me|se)?\\b|\\bse cayo (?:\\w+ ){0,3}no se (?:levanta|mueve)\\b|\\b(?:${parienteEs} esta|estoy) tirad[oa] (?:en el (?:piso|suelo)|no me puedo)`,
  // Let out: without a call for help or what holds them, it may be of any place.
  `\\b(?:ayuda|ayudenme|ayudeme|auxilio|socorro|encerrad[oa]s?|atrapad[oa]s?|secuestrad[oa]s?) (?:por favor )?${saquenme}\\b|\\b${saquenme} (?:por favor )?(?:ayuda|ayudenme|ayudeme|auxilio|socorro)${ayudaEs}`,
  // From others, and with weapons.
  `\\b(?:le dispararon|apunalaron|balearon|le pegaron un tiro|golpearon) a ${parienteEs}\\b|\\bme (?:quieren|van a|quiere) violar\\b|^(?:nos estan robando|me asaltaron|me robaron con (?:pistola|cuchillo))${ayudaEs}`,
  `\\b(?:hay ladrones en|estan entrando a) ${casaEs}\\b|\\balguien esta (?:en|dentro de|adentro de) ${casaEs}${ayudaEs}|\\b${parienteEs} tiene una? (?:pistola|arma|cuchillo) y (?:esta (?:borrach|enojad|drogad)|me|dice|quiere)|\\bmi ex esta afuera de mi casa\\b|^(?:hay )?(?:un )?tiroteo${ayudaEs}|^hay disparos${ayudaEs}`,
  // Fire, and the road.
  `\\bse (?:quema|esta quemando) (?:${casaEs}|la casa del? (?:mi |la )?(?:vecin[oa]|al lado))(?! (?:letra|cancion|pelicula))|\\b(?:${casaEs}|la casa del? (?:mi |la )?vecin[oa]) se (?:quema|esta quemando)(?! (?:letra|cancion|pelicula|aceite|el aceite))\\b`,
  `^(?:ayuda )?(?:hay|hubo) un accidente${ayudaEs}|^(?:ayuda )?(?:hay heridos|estoy (?:muy )?(?:herid[oa]|lastimad[oa]))${ayudaEs}|^tuve un accidente y estoy (?:herid|lastimad)[oa]\\b`,
  // Who is lost.
  `^(?:(?:ayuda|auxilio|por favor|estoy perdid[oa]|y) )*no se (?:en )?(?:donde|que lugar) estoy${ayudaEs}|^(?:ayuda )?(?:estoy|estamos) perdid[oa]s? (?:(?:y )?no se (?:como|el camino) .*|en (?:el|la|un) (?:bosque|monte|desierto|cerro|sierra|nieve)|ayuda|ayudenme|auxilio)${ayudaEs}`,
  // Suicide.
  `^(?:quiero|voy a) (?:acabar|terminar) con todo${ayudaEs}|\\bme voy a tomar todas (?:las|mis) pastillas\\b|^(?:numero|linea) (?:para|de|contra)(?: el)? suicidio$|\\b${parienteEs} se corta${ayudaEs}`,
];

export const spanishCrisisPatterns: readonly RegExp[] = [...autolesion, ...peligro, ...enPocasPalabras].map(
  (pattern) => new RegExp(pattern, 'gm'),
);
