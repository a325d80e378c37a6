import { measureSms } from '#server/answers/gsm7.ts';
import { type Config, ownValues } from '#server/config/config.ts';
import { leftOver } from '#server/config/left-over.ts';
import { fixedTexts } from '#server/texting/rules/replies.ts';

import { advice, fault, type Finding, ok } from './finding.ts';

type Checked = Pick<Config, 'installation' | 'http' | 'mail' | 'contact' | 'carrier' | 'alerting' | 'isProduction'>;

/**
 * Checks that the installation speaks in the operator's own name, and that each fixed text fits one segment with it. On
 * the sandbox, which texts and emails no one else, remaining defaults are not faults yet.
 */
export function checkBrand(config: Checked): Finding[] {
  const { brand, brandFile } = config.installation;
  const isOpen = config.isProduction || !config.carrier.isSandbox;
  const left = leftOver(ownValues(config), config.installation).map(({ problem, remedy }) => {
    return isOpen
      ? fault(`${problem}.`, `${capital(remedy)}.`)
      : advice(`${problem}.`, `Before going live, ${remedy}.`);
  });
  const findings = [...left, ...longTexts(`${brand.name} and ${brand.domain}`, brandFile)];
  return findings.length > 0 ? findings : [ok(`This is ${brand.name} of ${brand.company}, ${brand.domain}.`)];
}

/** The fixed texts that cost more than one segment. */
function longTexts(names: string, brandFile: string): Finding[] {
  const long = Object.entries(fixedTexts()).flatMap(([name, body]) => {
    const { segments } = measureSms(body);
    return segments > 1 ? [`${name} (${segments})`] : [];
  });
  if (long.length === 0) return [];
  const act = `Shorten name in BRAND_FILE (${brandFile}), SUPPORT_EMAIL, or the host of PUBLIC_URL.`;
  return [advice(`With ${names}, texts take more than one segment: ${long.join(', ')}.`, act)];
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
