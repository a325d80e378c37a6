import fc from 'fast-check';
import { expect, test } from 'vitest';

import { replies } from '../replies.ts';
import { languageOf } from './language-of.ts';

function cells(table: string): string[] {
  return table.split('|').map((cell) => cell.trim());
}

const inSpanish = cells(`
  ¿Qué tiempo hace en Miami? | que tiempo hace en miami | QUE HORA ES EN TOKIO | q hora es en tokio | que hora es | clima 60614
  | clima chicago mañana | clima hoy | va a llover hoy en houston | va a llover? | cuanto es 15% de 86.40 | quien gano el juego de los cubs
  | quien gano anoche | a que hora juegan los cowboys | a que hora abre walmart | a que hora cierra la biblioteca | esta abierto costco hoy
  | k tal | q onda | que tal | como estas | como se llama el presidente de mexico | cuando es el dia de las madres | cuanto cuesta un pasaporte
  | donde queda la farmacia mas cercana | farmacia abierta cerca de 60614 | farmacias abiertas ahora | necesito un dentista que hable español en dallas
  | necesito la direccion del consulado | numero de telefono de la social security | cual es el telefono de comcast | como quito una mancha de vino
  | como cocinar arroz | receta de pozole | cuanto tiempo hiervo un huevo | cuantas onzas tiene una libra | cuantos pies tiene una milla
  | 5 millas en kilometros | cuantos dolares son 500 pesos | convertir 20 kilos a libras | que significa serendipity 
  | como se dice hello en ingles | traduce esto al ingles | en que año murio selena | quien canta despacito | letra de cielito lindo que dice
  | cuantos años tiene messi | cuando juega mexico | resultado del partido de hoy | como quedo el america | quien es el presidente de el salvador
  | cual es la capital de peru | cuantos habitantes tiene texas | cuando cambia la hora | a que hora sale el sol mañana | y mañana? | y el domingo?
  | que dia es hoy | que santo es hoy | que puedo tomar para el dolor de cabeza | es malo tomar ibuprofeno con alcohol | tengo fiebre que hago
  | mi hijo tiene tos que le doy | que comen las tortugas | porque el cielo es azul | pq se me cae el pelo | xq ladran los perros
  | cuanto gana un plomero en texas | como saco mi licencia en illinois | requisitos para la ciudadania | cuando vence el daca | abogado de migracion cerca
  | iglesia catolica cerca de aqui | restaurante mexicano abierto ahora en phoenix | mejores tacos en los angeles | hay trafico en la i-10
  | hay clases mañana en houston | a cuanto esta el dolar | precio de la gasolina hoy | cuanto vale el euro | boletos para bad bunny precio
  | kiero saber q hora es | dnde esta el dmv mas cerca | oye que hay de nuevo en las noticias | buenas tardes una pregunta | buenos dias | buenas noches
  | muchas gracias | gracias por la ayuda | no entiendo | no entendi la respuesta | mas informacion por favor | ayuda | AYUDA | ayuda por favor | si | Sí | SI
  | sí por favor | ALTO | PARAR | cancelar | iniciar | empezar | no mas mensajes | no me manden mas mensajes | dejen de escribirme | darme de baja
  | me quiero morir | quiero suicidarme | llamen al 911 por favor | mi esposo me pega | auxilio | alguien esta entrando a mi casa | no quiero vivir
  | ya no puedo mas | estoy muy triste | como convierto tazas a gramos | la mitad de 3/4 de taza | 18% de propina de 42.50 | cuanto es 12 por 15
  | horario de la biblioteca | horario del banco de america sabado | se puede congelar la leche | cuanto dura la carne en el refri
  | que pelicula dan hoy | a que temperatura se cocina el pollo | quien invento el telefono | cuantos dias faltan para navidad
  | cuando es semana santa | cuando empieza la escuela | dime el clima de manana en san antonio | dime un chiste | cuentame un chiste
  | Cual es el numero de la policia no emergencia | nesecito ayuda con mi factura | tiempo en mcallen | temperatura en el paso ahora
  | pronostico del tiempo laredo | huracan en florida ultimas noticias | que paso en el terremoto | quien va ganando | como va el partido
  | a qué hora amanece | tráfico en Los Ángeles ahora | ¿cuándo es la luna llena? | clima Los Ángeles | donde puedo cambiar un cheque
  | necesito un ride al aeropuerto cuanto cuesta`);
test.each(inSpanish)('%j is Spanish', (text) => expect(languageOf(text)).toBe('es'));

/** What keywords.ts, stop-requests-spanish.ts, commands.ts and about-us.ts know: its reply has to be in Spanish. */
const spanishKeywords = cells(`
  dejame en paz | sáquenme de su lista | dejenme en paz | como cancelo | como me doy de baja | dar de baja
  | no me interesa | desuscribir | dejeme en paz | no me textee | borrame de la lista | sacame de la lista
  | eliminenme de su lista | cancelalo | cancelelo | parelo | parenlo | cancelenlo | como me salgo | como paro esto
  | olvidalo | olvidelo | continua | siga | el resto | como funciona | como se usa | como uso esto | eres un robot
  | parar | pare | paren | para ya | cancelar | cancela | cancele | cancelen | detener | detengan | alto | salir
  | baja | darme de baja | deme de baja | no mas | desuscribirme | quitenme | borrenme | basta | iniciar | inicio
  | inicie | empezar | empiece | comenzar | reanudar | volver a empezar | ayuda | ayudeme | ayudame | necesito ayuda
  | informacion | si | si acepto | acepto | si quiero | si confirmo | confirmo | si estoy de acuerdo | olvida
  | olvidar | olvide | olvida eso | olvide eso | olvida todo | olvide todo | diga mas | digame mas | dime mas
  | cuentame mas | sigue | numero equivocado | no molesten | denme de baja | me doy de baja | darse de baja
  | cancelar todo | no me llamen | no me contacten | no me hablen | dejen de molestar | dejen de chingar
  | borra mi numero | eliminar mi numero | salirme | quiteme | borreme | bórreme | eliminenme | desuscribeme
  | paren los mensajes | stop los mensajes | no manden | no estoy interesado | alto quien es | stop no quiero
  | stop ya no quiero | no quiero recibir nada | no me vuelvan a escribir | esta es una ia | es usted un robot
  | eres una persona | que haces | quien eres | cancelar plan | saber mas | mas detalles | mas info | no me moleste
  | no me marque | no lo conozco no me escriba | no esten molestando | deja de molestar | para esto | pare esto
  | cancela esto | me quiero salir | quiero cancelar`);
test.each(spanishKeywords)('the keyword %j shows that it is Spanish', (text) => expect(languageOf(text)).toBe('es'));

const inEnglish = cells(`
  what is the weather in los angeles | is the taco shop in el paso open | when is dia de los muertos
  | what time does la quinta inn el paso check in | who sang la bamba | what does que sera sera mean | how do you say thank you in spanish
  | what does como estas mean | how old is ariana grande | santa fe weather tomorrow | hours for the el paso zoo | las vegas weather this weekend
  | how far is san antonio from del rio | who won the cubs game | is the library open on sunday | WHATS THE CAPITAL OF PERU | how do i get wax out of carpet
  | how long do you boil an egg | will it rain today | weather tomorrow | what is 18% tip on 42.50 | when does daylight saving time end
  | how many feet in a mile | who is the president | what time is it in tokyo | nearest pharmacy open now | is walmart open on christmas
  | can my dog eat grapes | i need a plumber near 60614 | what does serendipity mean | phone number for comcast support | how tall is the eiffel tower
  | when is the next full moon | why is the sky blue | who wrote don quixote | how do i make arroz con pollo | what is carne asada
  | is el nino coming this year | what is the el chapo trial about | how many people live in el salvador | where is palo alto
  | how much is 500 pesos in dollars | are there any vamos a la playa lyrics | what is the meaning of hasta la vista | tell me a joke please
  | give me the score of the bears game | did the dodgers win last night | how do i stop a nosebleed | i want to cancel my gym membership how
  | is it going to snow in santa fe tonight | what are the hours of el torito | when was la la land made | what is pan dulce made of
  | who played pablo in narcos | what is the address of casa bonita | how do i get to san jose airport | what is the no pants subway ride
  | how is the traffic on i-10 in el monte | which is bigger texas or alaska | do i need a visa for costa rica | what channel is the game on
  | please stop texting me | stop sending me these messages | how do i stop these texts | i want to kill myself | call 911 my house is on fire`);
test.each(inEnglish)('%j is English', (text) => expect(languageOf(text)).toBe('en'));

const unsure = cells(`
  STOP | HELP | START | YES | JOIN | ok | k | hola | gracias | thanks | 60614 | weather | w | pi | 2+2 | | ? | 👍 | lol | el paso
  | los angeles weather | taco el paso hours | los angeles | san antonio | las vegas | de la hoya | la bamba | cinco de mayo | dia de los muertos 2026 | taco bell | el pollo loco
  | buena vista | palo alto | casa bonita denver | ariana grande | bad bunny | despacito | feliz navidad | hasta la vista | la la land
  | el nino | los lobos | que pasa | que sera sera lyrics | puerto rico | lake como | quito ecuador | largo | sin city | notre dame | como
  | chico | no | no no no | me | tu | mi casa | a | once | pies | red | sea | 天气 芝加哥 | previsão do tempo amanhã | qual é a previsão do tempo
  | météo paris demain | wie ist das wetter | che tempo fa a roma | kto wygral mecz | hoy is my birthday
  | donde esta the nearest walmart | santa claus | mama mia | papa johns | dulce de leche | tres leches | carne asada fries | arroz con pollo
  | pozole | hotel california | baja blast | vale co | dame dash | con edison | la playa | nada surf | mira costa | buenos aires | costa rica`);
test.each(unsure)('%j does not tell', (text) => expect(languageOf(text)).toBeNull());

test('accents, capitals, marks and emoji change nothing', () => {
  const typing = fc.constantFrom(
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => text.normalize('NFD').replace(/\p{M}/gu, ''),
    (text: string) => `${text}!!! 🙏`,
    (text: string) => `  ${text.replaceAll(' ', '  ')}\n`,
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...inSpanish.filter((text) => !/[¿¡]/.test(text)), ...inEnglish, ...unsure),
      typing,
      (text, change) => {
        expect(languageOf(change(text))).toBe(languageOf(text));
      },
    ),
  );
});

test('names of places and numbers never make a text Spanish', () => {
  const place = fc.constantFrom(
    'los angeles',
    'el paso',
    'las vegas',
    'san jose',
    'del rio',
    'la jolla',
    'san luis obispo',
    'el cajon',
  );
  const thing = fc.constantFrom(
    'weather',
    'hours',
    'zip code',
    'airport',
    'taco bell',
    'time',
    'movies',
    'population',
    'lakers score',
  );
  fc.assert(
    fc.property(place, thing, fc.boolean(), (where, what, isFirst) => {
      expect(languageOf(isFirst ? `${where} ${what}` : `${what} ${where}`)).not.toBe('es');
    }),
  );
});

test('every text of ours is in its own language', () => {
  for (const { en, es } of Object.values(replies)) expect([languageOf(en), languageOf(es)]).toEqual(['en', 'es']);
});

test('the longest text of any shape is read', () => {
  for (const unit of ['que ', 'the ', 'la ', 'ñ', '¿']) {
    expect([null, 'en', 'es']).toContain(languageOf(unit.repeat(Math.ceil(20_000 / unit.length))));
  }
});
