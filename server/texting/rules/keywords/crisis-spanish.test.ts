import { expect, test } from 'vitest';

import { findPlace } from '#server/places/places.ts';

import { understand } from '../understand.ts';
import { isCrisis } from './crisis.ts';

function cells(table: string): string[] {
  return table.split('|').map((cell) => cell.trim());
}

const crises = cells(`
  me quiero morir | quiero suicidarme | me voy a matar | ya no quiero vivir más | mi esposo me pega | alguien está tratando de entrar en mi casa
  | llamen al 911 | auxilio | Quiero morirme | quiero suicidarme ya | tengo ganas de matarme | ya no quiero vivir | estoy pensando en suicidarme
  | no quiero seguir viviendo | todos estarían mejor sin mí | ya no puedo más | ya no aguanto más | línea de prevención del suicidio
  | me corté las venas | tomé muchas pastillas | mi hijo se quiere matar | mi amiga quiere suicidarse | mi novio me golpea | mi papá me está pegando
  | alguien me está siguiendo | me quieren matar ayuda | me violaron | hay un hombre en mi casa | hay alguien afuera de mi ventana
  | se metieron a mi casa | me estoy muriendo | me estoy desangrando | mi bebé no respira | mi mamá no despierta | no puedo respirar
  | creo que es un infarto | mi casa se está quemando | hay un incendio en mi edificio | tiene una pistola | estoy en peligro
  | llame a la policía por favor | manden una ambulancia | necesito una ambulancia | socorro | ayuda 911 | 911 por favor | incendio en mi casa
  | fuego en mi cocina ayuda | alguien entró a mi casa | voy a saltar | mi esposo se cayó y está inconsciente | kiero morir | me kiero matar
  | ya no tengo ganas de vivir | no tengo ganas de vivir | ya no quiero estar aqui | estoy cansada de vivir | me pega mi esposo
  | me está pegando mi marido | me violó mi tío | un hombre me sigue | se están metiendo a la casa | tengo miedo de mi esposo
  | mi bebe esta convulsionando | mi bebé está azul | mi hijo tomo cloro | mi bebé se tragó una pila | tome veneno | mi mamá se cayó y no responde
  | me duele mucho el pecho y el brazo | hay humo en mi casa | ayudenme | ayuda urgente | ambulancia | no puedo salir me tiene encerrada
  | me quiero quitar la vida | tengo ganas de morir | he pensado en el suicidio | mi bebe no esta respirando | mi hijo no puede respirar
  | es una emergencia | la casa se esta quemando | se esta quemando la casa | hay fuego en la casa | hay alguien en la casa | alguien entro a la casa
  | a mi papa le dio un infarto | mi esposo no me deja salir | quiero quitarme la vida | tengo ganas de morirme | he pensado en suicidarme
  | estoy pensando en el suicidio | pienso en suicidarme | mi mamá no puede respirar | no esta respirando | tengo una emergencia | es emergencia
  | esto es una emergencia ayuda | hay un incendio en la casa | hay humo en la casa | la cocina se esta quemando | hay un hombre en la casa
  | hay un ladron en la casa | a mi mama le esta dando un infarto | mi papa tuvo un infarto | mi papá está teniendo un infarto
  | a mi esposo le dio un derrame | mi marido no me deja salir de la casa | no me deja salir de la casa | mi novio no me deja salir ayuda
  | le dio un infarto a mi papa | alguien se metio a la casa | mi hijo no respira | me quiero quitar la vida ya | ya no quiero vivir mas
  | se quiere quitar la vida | fuego en la cocina | incendio en la casa | el carro se esta quemando | mi hijo tuvo un infarto hace 5 minutos
  | tienen una pistola | hay un hombre con una pistola | me dispararon
  | mi papa tuvo un infarto y no responde | a mi papa le dio un infarto que hago | a mi mama le dio un infarto puede tomar aspirina
  | mi mama tuvo un derrame y no puede hablar | se esta quemando la casa de mi vecino | se esta quemando la casa de al lado
  | hay un hombre en la casa de mi hija | se esta quemando la casa de juan ayuda | mi hermano se quiere suicidar | por que mi hijo se quiere suicidar
  | por que ella se quiere suicidar | no puede respirar ayuda
  | por favor matenme | matame por favor | que alguien me mate | no tengo nada por que vivir | no tengo razones para vivir
  | no tengo motivos para vivir | no quiero estar en este mundo | merezco morir | dejenme morir | quiero desaparecer
  | quisiera no existir | mejor me muero | estaria mejor muerto | odio mi vida | mi vida no tiene sentido | no vale la pena vivir
  | la vida no vale la pena | como morir | como morir rapido | como morir sin dolor | la mejor forma de morir
  | formas de morir sin dolor | como cortarse las venas | como cortarme las venas | como ahorcarse | como hacer un nudo de horca
  | cuantas pastillas para morir | cuantas pastillas necesito para morir | me voy a cortar las venas | pensamientos suicidas
  | suicidio | adios mundo cruel | adios a todos los quiero | a mi esposo le dio un derrame ahorita
  | mi esposo acaba de tener un derrame | a mi mama le acaba de dar un infarto | intruso en mi casa | hay un intruso
  | un ladron en mi casa | ladrones en mi casa | mi ropa se esta quemando | me estoy quemando | me secuestraron | fui secuestrada
  | estoy secuestrado | me atropello un carro | atropellaron a mi hijo | a mi hijo lo atropello un carro | tuve un accidente
  | tuve un accidente de carro | choque mi carro | estamos atrapados en la inundacion | mi carro se esta hundiendo
  | mi hijo se cayo a la alberca | mi hijo se cayo en la piscina | mi mama se cayo | mi abuela se cayo y se pego en la cabeza
  | no siento las piernas | no me puedo mover | me cuesta respirar | no puede respirar bien mi mama | ataque al corazon
  | me duele el pecho | mi brazo izquierdo esta dormido | mi mama se desmayo | tiene los labios morados
  | mi bebe tiene los labios morados | no para de sangrar | no deja de sangrar | se me rompio la fuente | estoy embarazada y sangrando
  | me corte el dedo | me electrocute | mi hijo se electrocuto | reaccion alergica | se me esta cerrando la garganta
  | me mordio una serpiente | me pico una vibora | temo por mi vida | escucho disparos | hay un tirador | estan disparando | balacera
  | hay una bomba en mi escuela | fuga de gas | huele a gas en mi casa | fuego | incendio | fuego ayuda | salvenme | me ahogo
  | me toco mi maestro | mi vecino le esta pegando a su esposa | me agarro del cuello | mi esposo me empujo
  | mi esposo me dio una cachetada | mi esposo me jalo el pelo | quiero chocar mi carro y morirme | quiero que pare el dolor
  | mi hija se esta cortando | mi amigo habla de suicidarse | tengo una pistola en la cabeza | tengo una soga en el cuello
  | estoy en peligro de perder la vida | necesito una ambulancia para trasladar a mi mama
  | mi hijo tomo un frasco de pastillas para la tos | mi hijo tomo pastillas | mi novio me viola | mi esposo me toca y no quiero
  | mi ex me amenaza con quitarme la vida | me estan siguiendo`);
test.each(crises)('%j is a crisis', (text) => expect(isCrisis(text)).toBe(true));

test.each(crises)('%j is answered in Spanish', (body) => {
  const text = { from: '+12025550100', body, mediaTypes: [], carrierKeyword: null, sentAt: null };
  const understood = understand(text, { serviceNumbers: [], optOutReplies: 'app', findPlace });
  expect(understood).toMatchObject({ kind: 'crisis', language: 'es' });
});

const questions = cells(`
  quiero matar el tiempo en chicago | me estoy muriendo de risa | me estoy muriendo de hambre que hay abierto | como matar cucarachas
  | mi jefe me va a matar si llego tarde que autobus tomo | cual es el numero de la policia | policia de houston telefono no emergencia
  | que significa quiero morir | letra de me quiero morir | película suicidio en las vírgenes | sintomas de un infarto | cuanto cuesta una ambulancia
  | que hago si alguien tiene una sobredosis | como ayudar a un amigo deprimido | incendio en california hoy
  | no puedo mas con este calor que temperatura hace | a quien llamo si encuentro un perro | me pega el sol por la mañana
  | me muero de hambre que hay abierto | quiero morir de risa chistes | incendio en mi zona | alguien entro a mi instagram | voy a saltar la cuerda
  | mi jefe es muy inconsciente | kilos en una libra | kiero saber la hora | para que vivir en texas | mi hijo tomo leche | tome agua
  | cuanto cuesta el cloro | mi novio no responde | quiero morir de amor letra | me pega mi ropa que talla soy | me toca mi hijo este fin de semana
  | dolor de pecho causas | ayudame con la tarea | hay fuego en california | quitar la vida significado | cuantas emergencias hay
  | numero de emergencia | es una emergencia medica la presion alta | que es una emergencia | sintomas de infarto | ganas de comer
  | tengo ganas de comer pizza | tengo ganas de morder algo | el suicidio en japon | mi hijo no puede dormir | no puede respirar por la nariz
  | mi perro no puede respirar | la casa de papel | la casa se esta cayendo | mi papa murio de un infarto en 1990 | mi jefe no me deja salir temprano
  | mi mama no me deja salir con mis amigos | fuego en la sangre novela | hay fuego en los angeles | hay alguien en la casa blanca
  | quien entro a la casa de los famosos | alguien entro a la casa de los famosos | se quemo la casa | quien gano la casa de los famosos
  | hay alguien en la casa de los famosos de texas | se esta quemando la casa blanca | mi esposo no me deja dormir | es una emergencia si
  | mi hijo no esta respirando bien por la nariz | en que pelicula me quiero morir | mi papa tuvo un infarto hace 10 años que dieta
  | tienen una pistola de agua barata
  | mi papa tuvo un infarto puede viajar en avion | mi mama tuvo un derrame que terapia le ayuda
  | a mi papa le dio un infarto la semana pasada que puede comer | mi papa tuvo un infarto que puede comer
  | le dio un infarto a mi papa el mes pasado | se esta quemando la casa de shakira | hay un incendio en la casa de messi
  | alguien entro en la casa de messi | por que romeo se quiere suicidar | no puede respirar mi perro | no puede respirar el gato
  | choque electrico | choque de trenes en mexico | suicidio en japon | escuadron suicida | el intruso pelicula | ladrones de bancos
  | fuego valyrio | incendio en california | fuga de gas en houston noticias | infarto sintomas | accidente de carro abogado
  | tuve un accidente que hago con el seguro | mi hijo se cayo la fuente | fuente de agua | como morir en minecraft | adios en frances
  | me toco mi regalo | odio mi trabajo | balacera en chicago hoy | labios rojos | tengo que morir de calor | me duele la espalda
  | me corte el pelo | me corte las unas | mejor me muero de risa | donde hay una bomba de gasolina
  | hay una bomba de gasolina en mi calle | se rompio la fuente de poder | me empujo a estudiar
  | auxilio de cesantias como se calcula | mi abuela se esta muriendo de cancer | mi hijo tomo pastillas para la tos
  | mi mama tiene convulsiones desde nina | mi hijo tuvo convulsiones de bebe | mi hijo me pego la gripe | mi esposo me pego la gripe
  | mi esposa me amenaza con el divorcio | mi ex me amenaza con quitarme la casa | mi novio me toca la guitarra
  | mi hermano me toca cuidar | mi vecino me viola el contrato | me estan robando luz | me estan siguiendo en instagram
  | me secuestraron en el sueno | estoy en peligro de perder mi casa | estoy atrapado en el trafico`);
test.each(questions)('%j is a question', (text) => expect(isCrisis(text)).toBe(false));
