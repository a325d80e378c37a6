import type { Finding } from './finding.ts';

/** The findings about one part of the product, with its name. */
export type Section = { readonly name: string; readonly findings: readonly Finding[] };

const marks: Readonly<Record<Finding['kind'], string>> = {
  ok: 'ok',
  advice: 'advice',
  fault: 'FAULT',
  sandbox: 'sandbox',
  unseen: 'unseen',
};

/** The report for a terminal; its last line is the verdict. */
export function writeReport(sections: readonly Section[]): string {
  const lines = sections.flatMap(({ name, findings }) => ['', name, ...findings.flatMap(lineOf)]);
  return [...lines, '', verdict(sections), ''].join('\n');
}

export function countFaults(sections: readonly Section[]): number {
  return sections.flatMap(({ findings }) => findings).filter(({ kind }) => kind === 'fault').length;
}

function lineOf({ kind, says, act }: Finding): string[] {
  const line = `  ${marks[kind].padEnd(8)}${says}`;
  return act === undefined ? [line] : [line, `          ${act}`];
}

function verdict(sections: readonly Section[]): string {
  const faults = countFaults(sections);
  if (faults > 0) return faults === 1 ? 'One fault. Texts may not be answered.' : `${faults} faults.`;
  const played = sections.filter(({ findings }) => findings.some(({ kind }) => kind === 'sandbox'));
  if (played.length === 0) return 'Everything works.';
  return `Everything that is set up works. The sandbox plays: ${played.map(({ name }) => name.toLowerCase()).join(', ')}.`;
}
