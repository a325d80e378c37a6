import { own } from '#server/platform/own.ts';

/** The character that each LaTeX command prints; the next stage converts it to GSM-7. */
const symbols: Readonly<Record<string, string>> = {
  times: '×',
  cdot: '×',
  div: '÷',
  pm: '±',
  approx: '≈',
  sim: '≈',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  ne: '≠',
  lt: '<',
  gt: '>',
  circ: '°',
  degree: '°',
  pi: 'π',
  infty: '∞',
  rightarrow: '→',
  to: '→',
  Rightarrow: '→',
  implies: '→',
  ldots: '...',
  dots: '...',
  cdots: '...',
  quad: ' ',
  qquad: ' ',
  left: '',
  right: '',
  big: '',
  Big: '',
  displaystyle: '',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  sigma: 'σ',
  omega: 'ω',
  Omega: 'Ω',
  phi: 'φ',
  rho: 'ρ',
  sum: 'sum',
  sqrt: 'sqrt',
  sin: 'sin',
  cos: 'cos',
  tan: 'tan',
  log: 'log',
  ln: 'ln',
  prime: '′',
};
const inner = '\\{([^{}]{0,200})\\}';
const wrappers = new RegExp(
  `\\\\(?:text|textbf|textit|mathrm|mathbf|mathit|operatorname|boxed|overline|underline)${inner}`,
  'g',
);
const fractions = new RegExp(`(\\d ?)?\\\\[dt]?frac${inner}${inner}`, 'g');
/** "\frac12" is "\frac{1}{2}". */
const bareOver = /(\\[dt]?frac)(?: ?(\d)| ([a-zA-Z]))/g;
const bareUnder = new RegExp(`(\\\\[dt]?frac\\{[^{}]{0,200}\\}) ?([\\da-zA-Z])`, 'g');
const roots = new RegExp(`\\\\sqrt${inner}`, 'g');
const powers = new RegExp(`\\^${inner}`, 'g');
const indices = new RegExp(`_${inner}`, 'g');
/** Braces nest: each round resolves the innermost ones. Deeper nesting is not supported. */
const nestingMax = 4;

/**
 * LaTeX as plain text: "\( 15\% \times 86.40 = \frac{1}{2} \)" gives "15% × 86.40 = 1/2". Prices keep their dollar
 * signs, since only what looks like mathematics between two of them is taken for a formula. Unknown commands stay
 * unchanged.
 */
export function withoutLatex(text: string): string {
  if (!text.includes('\\') && !text.includes('$')) return text;
  let plain = text
    .replace(/\$\$/g, ' ')
    .replace(/\$(?=[^\s$])([^$\n]{0,160})(?<=[^\s$])\$(?!\d)/g, unwrapFormula)
    .replace(/\\[()[\]]/g, ' ')
    .replace(/\^\s?(?:\\circ\b|\{\s?\\circ\b\s?([CFK]?)\s?\})/g, '°$1')
    .replace(bareOver, '$1{$2$3}');
  if (!plain.includes('\\')) return plain;
  for (let round = 0; round < nestingMax && plain.includes('{'); round += 1) {
    plain = plain
      .replace(wrappers, '$1')
      .replace(bareUnder, '$1{$2}')
      .replace(
        fractions,
        (_all, whole: string | undefined, over: string, under: string) =>
          `${whole === undefined ? '' : `${whole.trim()} `}${grouped(over)}/${grouped(under)}`,
      )
      .replace(roots, 'sqrt($1)')
      .replace(powers, (_all, power: string) => `^${grouped(power)}`)
      .replace(indices, '$1');
  }
  return plain
    .replace(/\\([a-zA-Z]{1,12})(?![a-zA-Z])/g, (command, name: string) => own(symbols, name) ?? command)
    .replace(/\\[,;:! ]/g, ' ');
}

/** A formula between dollar signs has an operator of LaTeX in it, is a letter and perhaps its value, or reckons with one. */
function unwrapFormula(all: string, formula: string): string {
  const isFormula = /[\\^_]/.test(formula) || /^[a-zA-Z](?: ?= ?-?[\d.,]+)?$/.test(formula) || isAlgebra(formula);
  return isFormula ? formula : all;
}

/** "2x + 3 = 7", and no words: "5 + tax". */
function isAlgebra(formula: string): boolean {
  return (
    /^[\da-zA-Z.,()+*/= -]+$/.test(formula) &&
    /[-+*/=]/.test(formula) &&
    /[a-zA-Z]/.test(formula) &&
    !/[a-zA-Z]{2}/.test(formula)
  );
}

function grouped(part: string): string {
  const bare = part.trim();
  return /^-?[\w.,%π°]*$/.test(bare) ? bare : `(${bare})`;
}
