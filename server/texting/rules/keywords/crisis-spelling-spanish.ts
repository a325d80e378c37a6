import { anyPattern } from './any-pattern.ts';

/**
 * Words of the Spanish patterns that people write as they hear them, for Spanish has several letters for one sound: b
 * and v; s, c and z; ll and y; a silent h. Whole words, and only these: what sounds like another word is in no list
 * ("caza", "choke"), unless the patterns tell them apart by the words around ("tubo", "ciento").
 */
const words = [
  // To live, to die, to want.
  'vivir vivirme viviendo vida suicidar suicidarme suicidarse suicidio suicidas venas cortarme ahorcarme ahorcarse quiero quiere quieren quisiera quitar quitarme quitarse voy hacerme desaparecer',
  // Breath, body and blood.
  'respira respirar respirando ahogo ahoga ahogando asfixiando asfixia desmayo inconsciente quedo convulsionando convulsiones convulsiona despierta infarto corazon cabeza brazo sangrando embarazada cerrando hinchando azul azules',
  // Poison, snakes and weapons.
  'veneno cloro lejia pastillas pastilla pildoras vibora serpiente cuchillo navaja pistola balacera balazos disparos',
  // Others.
  'violo viola violar violaron violando golpeo golpea golpeando amenaza amenazo siguiendo abusa encerro empujo hombre ladron',
  // Fire and accidents.
  'incendio humo quemando quemandose accidente herido herida heridos atropello',
  // Calls for help.
  'ayuda ayudenme ayudeme auxilio socorro emergencia ambulancia policia bomberos llamen llame llama envien necesito urgente saquenme saqueme sacame aqui',
  // Family and neighbors.
  'hijo hija hermano hermana abuelo abuela abuelito abuelita novio novia vecino vecina bebe esposo esposa viejo vieja viejito viejita hijito hijita',
  // What joins them, and what makes them harmless.
  'hay que tuvo siento hace hambre risa cancion ciudad',
];

/** How a clause sounds. Never more words nor fewer: their order tells which is which. */
function soundOf(clauses: string): string {
  return clauses
    .replace(/(?<!c)h(?=[aeiou])/g, '')
    .replace(/ll/g, 'y')
    .replace(/y\b/g, 'i')
    .replace(/cc(?=[ei])|cs|[xz]|c(?=[ei])/g, 's')
    .replace(/qu(?=[ei])|q|c(?!h)/g, 'k')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/v/g, 'b')
    .replace(/m(?=[bfp])/g, 'n')
    .replace(/([a-z])\1+/g, '$1');
}

const bySound: ReadonlyMap<string, string> = new Map(
  words.flatMap((line) => line.split(' ')).map((word) => [soundOf(word), word]),
);

/** Slips that no letter explains, and words that the matter around them tells. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/\b[kq]\b/g, 'que'],
  [/\bgolpi(?=(?:o|a|ando)\b)/g, 'golpe'],
  [/\bsige\b/g, 'sigue'],
  [/\benfarto\b/g, 'infarto'],
  [/\bmij(?=(?:it)?[oa]\b)/g, 'mi hij'],
  // "Se calló" is "fell silent", unless what follows is that of a fall.
  [
    /\bse callo(?=(?: mi \w+)? (?:y |ya )*(?:no (?:se (?:levanta|mueve|puede)|puede (?:levantar|parar|mover)|responde\b(?! (?:mis|los|las|el|a)\b)|reacciona|despierta)|(?:esta |quedo )?(?:sangrando|inconsciente|tirad[oa])|se (?:pego|golpe\w+|rompio|lastimo)|de (?:la escalera|las escaleras|el techo|la cama)|(?:en|al?) (?:el |la )?(?:alberca|piscina|rio|lago|pozo|agua|bano|banera|tina|regadera|cocina|patio)|ayuda|auxilio)\b)/g,
    'se cayo',
  ],
];
const isAnySlip = anyPattern(slips.map(([slip]) => slip));

/** "Kiero", "kitarme": in every word, for Spanish has no other of its own that begins so. */
const kForQu = /\bk(?=[ei])/g;

/** Clauses, one a line, in the spelling of the Spanish patterns: "kiero bibir" is "quiero vivir". */
export function inSpanishSpelling(heard: string): string {
  const clauses = heard.replace(kForQu, 'qu');
  const sounds = soundOf(clauses).match(/\w+/g) ?? [];
  let nth = 0;
  const spelled = clauses.replace(/\w+/g, (word) => bySound.get(sounds[nth++] ?? '') ?? word);
  return isAnySlip(spelled) ? slips.reduce((said, [slip, meant]) => said.replace(slip, meant), spelled) : spelled;
}
